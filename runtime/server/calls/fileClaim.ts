/** Files in the values of a declared write, those that formatted texts show among them. Before the statement, file facts from the client are replaced by the stored ones, and files of other people
 *  are refused. After it, new files belong to the row; files that the row no longer names belong to no row and are removed later. */
import type { StoredFile } from '../../core/contracts.ts'
import type { EntityDocument, Value } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { quote } from '../database/tableNames.ts'
import { namedFiles } from '../files/createFilesService.ts'
import type { CallRun } from './CallRun.ts'
import { compileValue, type EvaluateValue, isCel, plainParameter } from './compileValue.ts'
import { ROW, type RowSelection } from './rowSource.ts'

/** Columns beside the declared output; no field can have such a name. */
const ID = '.id'
const BEFORE = '.before.'
const AFTER = '.after.'

/** Facts of the files that a write names, by id. */
export type NamedFiles = ReadonlyMap<string, StoredFile & { rowId: string | null }>

export interface FileClaim {
  /** First columns of the statement's select list. */
  columns: string
  /** @throws CALL_INPUT with the rule `fileUnknown` for files that the caller may not use */
  prepare(run: CallRun, scope: Readonly<Record<string, unknown>>): Promise<NamedFiles>
  /** Takes the rows of the statement, from which it removes `columns`. */
  settle(run: CallRun, rows: Record<string, unknown>[], files: NamedFiles): Promise<void>
}

/** @param old name of the CTE with the rows before the change, null for a create. Null when the operation sets no field that holds files. */
export function fileClaim(callId: string, selection: RowSelection, set: Record<string, Value>, old: string | null): FileClaim | null {
  const { model, entity } = selection
  const held = fileFields(selection)
  const given = held.flatMap((name) => {
    const value = set[name]
    if (value === undefined || (isCel(value) && /\brow\b/.test(value.cel))) return []
    return [
      { evaluate: compileValue(value), path: `/${plainParameter(value) ?? name}`, isList: model.columns.get(name)!.field.type === 'files' },
    ]
  })
  const texts = richFields(selection).flatMap((name) => {
    const value = set[name]
    return value === undefined || (isCel(value) && /\brow\b/.test(value.cel)) ? [] : [compileValue(value)]
  })
  if (!held.some((name) => name in set) && texts.length === 0) return null
  const before = (name: string) => `(SELECT o.${quote(name)} FROM ${old} o WHERE o."id" = ${ROW}."id") AS "${BEFORE}${name}"`
  const watched = held.flatMap((name) => [`${ROW}.${quote(name)} AS "${AFTER}${name}"`, ...(old === null ? [] : [before(name)])])
  return {
    columns: [`${ROW}."id" AS "${ID}"`, ...watched].map((column) => `${column}, `).join(''),
    prepare: (run, scope) => prepare(run, { callId, entity, given, texts, mayStay: old !== null }, scope),
    async settle(run, rows, files) {
      const { files: service } = run.set.deps.services
      for (const row of rows) {
        const rowId = String(row[ID])
        const after = takeFiles(row, AFTER)
        const gone = takeFiles(row, BEFORE).filter((id) => !after.includes(id))
        delete row[ID]
        const foreign = after.find((id) => (files.get(id)?.rowId ?? rowId) !== rowId)
        if (foreign !== undefined) refuse(callId, given[0]?.path ?? '')
        await service.claim(run.callScope, entity.id, rowId, [...files.values()])
        if (gone.length > 0) await service.release(run.db, entity.id, [rowId], gone)
      }
    },
  }
}

/** Releases the files of removed rows. Null when rows of the entity cannot hold files. */
export function fileRelease({ entity, model }: RowSelection): Pick<FileClaim, 'columns' | 'settle'> | null {
  if (![...model.columns.values()].some(({ field }) => field.richText || ['file', 'files', 'json'].includes(field.type))) return null
  return {
    columns: `${ROW}."id" AS "${ID}", `,
    async settle(run, rows) {
      const ids = rows.map((row) => String(row[ID]))
      for (const row of rows) delete row[ID]
      if (ids.length > 0) await run.set.deps.services.files.release(run.db, entity.id, ids)
    },
  }
}

/** A value of a file field with the stored facts instead of those that were sent. */
export function withStoredFacts(value: unknown, files: NamedFiles): unknown {
  if (Array.isArray(value)) return value.map((one) => withStoredFacts(one, files))
  const found = files.get(String((value as { id?: unknown } | null)?.id))
  if (!found) return null
  const { rowId: _, ...facts } = found
  return facts
}

function fileFields({ model }: RowSelection): string[] {
  return [...model.columns.values()].filter(({ field }) => ['file', 'files'].includes(field.type)).map(({ name }) => name)
}

function richFields({ model }: RowSelection): string[] {
  return [...model.columns.values()].filter(({ field }) => field.richText).map(({ name }) => name)
}

interface Preparation {
  callId: string
  entity: EntityDocument
  given: readonly { evaluate: EvaluateValue; path: string; isList: boolean }[]
  /** Formatted texts. */
  texts: readonly EvaluateValue[]
  /** Files that a row of the entity holds already may be sent again. */
  mayStay: boolean
}

async function prepare(
  { db, session }: CallRun,
  { callId, entity, given, texts, mayStay }: Preparation,
  scope: Readonly<Record<string, unknown>>,
): Promise<NamedFiles> {
  const named = given.flatMap(({ evaluate, path, isList }) => {
    const value = evaluate(scope)
    if (value === null || value === undefined) return []
    if (Array.isArray(value) !== isList) refuse(callId, path)
    return [value].flat().map((one) => ({ path, id: (one as { id?: unknown } | null)?.id }))
  })
  // another's file in a text is not refused: it is shown to no one who may not read it
  const shown = namedFiles(texts.map((evaluate) => evaluate(scope)))
  if (named.length === 0 && shown.size === 0) return new Map()
  const keys = [...named.map(({ id }) => id).filter((id) => typeof id === 'string'), ...shown]
  const rows = await db
    .selectFrom('platform_file')
    .select(['key', 'name', 'size', 'type', 'width', 'height', 'ownerId', 'entity', 'rowId'])
    .where('key', 'in', [...keys, ''])
    .execute()
  // a file that belongs to no one is not open to visitors either
  const isOwn = (ownerId: string | null) => session.userId !== null && ownerId === session.userId
  const usable = rows.filter((row) => (row.entity === null ? isOwn(row.ownerId) : mayStay && row.entity === entity.id))
  const files = new Map(usable.map(({ key, entity: _, ...facts }) => [key, { id: key, ...facts } as StoredFile & { rowId: string | null }]))
  for (const { id, path } of named) if (typeof id !== 'string' || !files.has(id)) refuse(callId, path)
  return files
}

function refuse(callId: string, path: string): never {
  throw new AgonError('CALL_INPUT', {
    call: callId,
    errors: [{ path, rule: 'fileUnknown', message: { key: 'form.rule.fileUnknown', values: {} } }],
  })
}

/** Takes the columns with a prefix out of the row. @returns the ids of the files in them */
function takeFiles(row: Record<string, unknown>, prefix: string): string[] {
  return Object.keys(row)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const value = row[name]
      delete row[name]
      return [value].flat().flatMap((one) => (typeof (one as { id?: unknown } | null)?.id === 'string' ? [(one as { id: string }).id] : []))
    })
}
