/** When the rules of an entity are asked. Rows are locked before; an entity without rules costs nothing. */
import { AgonError } from '../../core/errors.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { createContext } from '../calls/createContext.ts'
import type { TableModel } from '../database/tableModel.ts'
import type { Rules, RulesOf } from './importRules.ts'
import { readRows } from './readRow.ts'
import type { Values } from './rowStatements.ts'

export interface AskedRules {
  /** Rules look at rows that are added or changed; without, one statement does all. */
  looksAtSaves: boolean
  looksAtRemovals: boolean
  /** @returns values to write besides */
  beforeSave(run: CallRun, row: Values | null, change: Values): Promise<Values>
  /** @param before  the rows as they were, by id; none: they were added */
  afterSave(run: CallRun, ids: readonly string[], before?: readonly Values[]): Promise<void>
  beforeRemove(run: CallRun, rows: readonly Values[]): Promise<void>
  /** Of a transition that rules follow. */
  afterTransition(transition: string): ((run: CallRun, row: Values) => Promise<void>) | null
}

/** Whether rules look at rows of an entity that are added or changed. */
export function looksAtSaves(rules: RulesOf | undefined, entity: string): boolean {
  return rules?.get(entity)?.some(({ beforeSave, afterSave }) => beforeSave || afterSave) ?? false
}

/** Whether rules look at rows of an entity that are removed. */
export function looksAtRemovals(rules: RulesOf | undefined, entity: string): boolean {
  return rules?.get(entity)?.some(({ beforeRemove }) => beforeRemove) ?? false
}

/** Null for an entity without rules. */
export function askRules(rules: RulesOf, tables: ReadonlyMap<string, TableModel>): (entity: string) => AskedRules | null {
  const ruled = [...rules].flatMap(([entity, given]) => {
    const table = tables.get(entity)?.name
    return table === undefined
      ? []
      : [
          [
            entity,
            { ...asks(given, table), looksAtSaves: looksAtSaves(rules, entity), looksAtRemovals: looksAtRemovals(rules, entity) },
          ] as const,
        ]
  })
  const asked = new Map(ruled)
  return (entity) => asked.get(entity) ?? null
}

function asks(given: readonly Rules[], table: string): Omit<AskedRules, 'looksAtSaves' | 'looksAtRemovals'> {
  const [before, after, removals] = [
    given.flatMap(({ beforeSave }) => beforeSave ?? []),
    given.flatMap(({ afterSave }) => afterSave ?? []),
    given.flatMap(({ beforeRemove }) => beforeRemove ?? []),
  ]
  return {
    async beforeSave(run, row, change) {
      let further: Values = {}
      for (const rule of before) further = { ...further, ...(await rule(row, { ...change, ...further }, createContext(run))) }
      return further
    },
    async afterSave(run, ids, rows = []) {
      if (after.length === 0 || ids.length === 0) return
      const was = new Map(rows.map((row) => [row.id, row]))
      for (const row of await readRows(run, table, { id: ids }))
        for (const rule of after) await rule(row, was.get(row.id) ?? null, createContext(run))
    },
    async beforeRemove(run, rows) {
      for (const row of rows) for (const rule of removals) await rule(row, createContext(run))
    },
    afterTransition(transition) {
      const followers = given.flatMap(({ afterTransition }) => afterTransition?.[transition] ?? [])
      if (followers.length === 0) return null
      return async (run, row) => {
        for (const follow of followers) await follow(row, createContext(run))
      }
    },
  }
}

/** Rules of rows change each row for itself; one statement for several rows has the same values for all. @throws SERVER_FAULT */
export function sameForAll(entity: string, further: readonly Values[]): Values {
  const [first = {}] = further
  if (further.length <= 1 || further.every((values) => JSON.stringify(values) === JSON.stringify(first))) return first
  throw new AgonError('SERVER_FAULT', { message: `${entity}: beforeSave answers other values for each row; change the rows one by one` })
}
