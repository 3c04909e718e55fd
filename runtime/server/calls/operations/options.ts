/** `options`: choices, from the codes of an enum or from rows. Where the call declares the parameters `search` and `codes` they narrow the choices; a search
 *  that finds a group of an enum finds all its members. */

import type { EnumDocument, LocalText, OptionsOperation } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import type { Lang, Platform } from '../../../core/platform.ts'
import { searchForm } from '../../../core/values/normaliseText.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { entityField, quote } from '../../database/tableNames.ts'
import { localTextOf } from '../../wire/localTextOf.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import { holdsWords } from '../rowFilters.ts'
import { ownColumn, ROW, type RowSelection, rowCondition } from '../rowSource.ts'
import { type CompiledOperation, type OperationContext, selectionOf } from './operation.ts'

interface Choice {
  /** A number where the field of the row holds one: the answer to a question of that type. */
  value: string | number
  words: LocalText
  /** Code of the group that it belongs to. */
  group?: string
  children?: Choice[]
}
interface Asked {
  search?: string
  codes?: readonly string[]
}
type Option = Record<string, unknown>

export function compileOptions(context: OperationContext<OptionsOperation>): CompiledOperation {
  const { operation } = context
  const { enum: codes, inList = false } = operation
  const find = codes === undefined ? rowChoices(context) : enumChoices(codes, context)
  return {
    transactional: false,
    async run(input, run, reach) {
      const choices = await find(askedOf(input), run, reach, input)
      const list = choices.map((choice) => optionOf(choice, operation, run.lang))
      return inList ? { list } : list
    },
  }
}

type Find = (asked: Asked, run: CallRun, reach: Reach, input: Readonly<Record<string, unknown>>) => Choice[] | Promise<Choice[]>

function askedOf({ search, codes }: Readonly<Record<string, unknown>>): Asked {
  const words = typeof search === 'string' ? searchForm(search) : ''
  return { ...(words === '' ? {} : { search: words }), ...(Array.isArray(codes) ? { codes: codes.map(String) } : {}) }
}

function optionOf(choice: Choice, operation: OptionsOperation, lang: Lang): Option {
  const { value = 'value', label = 'label' } = operation.keys ?? {}
  const { words, children } = choice
  const option = { [value]: choice.value, [label]: operation.bothLanguages ? words : words[lang] || words.zh }
  return children ? { ...option, children: children.map((child) => optionOf(child, operation, lang)) } : option
}

/** Codes that only group others are no options, but in a tree. */
function enumChoices(id: string, { operation, platform }: OperationContext<OptionsOperation>): Find {
  const all = platform.get('enum', id).values.map((value) => choiceOf(value, platform))
  const groups = new Map(all.map((choice) => [String(choice.value), choice]))
  const isGroup = new Set(all.flatMap(({ group }) => group ?? []))
  if (operation.tree) {
    const members = Map.groupBy(all, ({ group }) => group)
    const tree = all.filter(({ group }) => group === undefined).map((top) => ({ ...top, children: members.get(String(top.value)) ?? [] }))
    return () => tree
  }
  const leaves = all.filter(({ value }) => !isGroup.has(String(value)))
  return ({ search, codes }) =>
    leaves.filter((choice) => {
      const group = groups.get(choice.group ?? '')
      return (!codes || codes.includes(String(choice.value))) && (!search || holds(search, choice, ...(group ? [group] : [])))
    })
}

function choiceOf({ code, label, group }: EnumDocument['values'][number], platform: Platform): Choice {
  return { value: String(code), words: localTextOf(platform, label), ...(group === undefined ? {} : { group }) }
}

function holds(search: string, ...choices: readonly Choice[]): boolean {
  return choices.some(({ words: { zh, en } }) => searchForm(`${zh} ${en}`).includes(search))
}

function rowChoices(context: OperationContext<OptionsOperation>): Find {
  const { operation, call, platform } = context
  const { entity = '', value = 'id', label = '', where, order = [value], most: max, group } = operation
  const selection = selectionOf(context, entity)
  const condition = rowCondition(selection, undefined, where)
  const texts = labelTexts(call.id, selection, label)
  const column = `${ownColumn(value)}::text`
  const [groupColumn, groups] = group ? [`${ownColumn(group.field)}::text`, groupsOf(group.enum, platform)] : ['NULL::text', null]
  const isLocal = entityField(selection.entity, label)?.type === 'localText'
  const isNumber = ['integer', 'number'].includes(entityField(selection.entity, value)?.type ?? '')
  const sorted = order.map((name) => (name.startsWith('-') ? `${ownColumn(name.slice(1))} DESC` : ownColumn(name))).join(', ')
  const select = `SELECT ${column} AS "value", ${ownColumn(label)} AS "label", ${groupColumn} AS "group" FROM ${quote(selection.model.name)} ${ROW}`
  return async ({ search, codes }, run, reach, input) => {
    const writer = new SqlWriter()
    const parts = [condition.write(writer, run.scope(input), reach)]
    if (search !== undefined) {
      parts.push(`(${texts.map((text) => holdsWords(text, search, writer)).join(' OR ')})`)
    }
    if (codes) parts.push(`(${column} = ANY(${writer.value(codes, 'text[]')}) OR ${groupColumn} = ANY(${writer.value(codes, 'text[]')}))`)
    const { rows } = await run.query<Found>(writer.statement(`${select} WHERE ${parts.join(' AND ')} ORDER BY ${sorted} LIMIT ${max}`))
    const choices = rows.map((row) => rowChoice(row, { isLocal, isNumber }))
    return groups ? grouped(choices, groups) : choices
  }
}

interface Found extends Record<string, unknown> {
  value: string
  label: LocalText | string
  group: string | null
}

function rowChoice({ value, label, group }: Found, { isLocal, isNumber }: { isLocal: boolean; isNumber: boolean }): Choice {
  const words = isLocal ? (label as LocalText) : { zh: String(label), en: String(label) }
  return { value: isNumber ? Number(value) : value, words, ...(group === null ? {} : { group }) }
}

/** @throws CALL_COMPILE for a label that is no stored text */
function labelTexts(callId: string, { entity, model }: RowSelection, label: string): string[] {
  const type = model.columns.get(label)?.field.type
  if (type === 'localText') return ['zh', 'en'].map((lang) => `(${ownColumn(label)} ->> '${lang}')`)
  if (type === 'string' || type === 'text') return [ownColumn(label)]
  throw new AgonError('CALL_COMPILE', { call: callId, reason: `${entity.id} has no text "${label}" that options could be called by` })
}

function groupsOf(id: string, platform: Platform): ReadonlyMap<string, Choice> {
  return new Map(platform.get('enum', id).values.map((value) => [String(value.code), choiceOf(value, platform)]))
}

/** In the order in which the first of each group is found. */
function grouped(choices: readonly Choice[], groups: ReadonlyMap<string, Choice>): Choice[] {
  return [...Map.groupBy(choices, ({ group = '' }) => group)].map(([code, children]) => ({
    ...(groups.get(code) ?? { value: code, words: { zh: code, en: code } }),
    children,
  }))
}
