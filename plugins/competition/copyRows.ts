/** Copies rows of one table, column by column as the entity declares them: a field that someone adds is copied too, and a time is moved. Forms and files that
 *  belong to a row become the copy's own, so that neither depends on the other. */
import type { EntityTypes, HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import type { EntityField } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import type { MoveTime } from './movedTime.ts'

type Row = Record<string, unknown>
export type RowChange = Readonly<Record<string, unknown>>

export interface RowsToCopy {
  entity: string
  where: RowChange
  change: RowChange
  /** Fields that name rows which were copied before, one or a list, with the new ids by the old ones; `own`: rows of these. A row that names one that was
   *  not copied is left out. */
  refs?: Record<string, Map<string, string> | 'own'>
  /** Moves every time and day of the rows. */
  move: MoveTime
}

/** @returns the new id of each copied row, by its old one */
export async function copyRows(
  context: HandlerContext,
  { entity, where, change, refs = {}, move }: RowsToCopy,
): Promise<Map<string, string>> {
  const { tables, platform, rows } = context
  const stored = storedFields(entity, platform)
  const table = tableName(entity)
  let query = tables.selectFrom(table).selectAll()
  for (const [name, value] of Object.entries(where)) query = value === null ? query.where(name, 'is', null) : query.where(name, '=', value)
  const originals = (await query.orderBy('id').execute()) as Row[]
  const ids = new Map<string, string>()
  for (const row of originals) {
    const named = renamed(row, refs, ids)
    if (named === null) continue
    const values: Row = {}
    for (const name of stored) {
      const field = platform.get('entity', entity).fields[name]!
      values[name] = name in change ? change[name] : name in named ? named[name] : await copyValue(row[name], field, move, context)
    }
    const id = await rows.create(entity as keyof EntityTypes, values as never, { of: { copyOf: String(row.id) } })
    ids.set(String(row.id), id)
    const forms = await copyForms(entity, row, id, context)
    if (Object.keys(forms).length > 0) await rows.save(entity as keyof EntityTypes, { id } as never, forms as never)
  }
  return ids
}

/** Null: the row names something that was not copied. */
function renamed(row: Row, refs: NonNullable<RowsToCopy['refs']>, own: Map<string, string>): Row | null {
  const named: Row = {}
  for (const [name, made] of Object.entries(refs)) {
    const of = made === 'own' ? own : made
    const value = row[name]
    if (value === null || value === undefined) named[name] = null
    else if (Array.isArray(value)) named[name] = value.map((id) => of.get(String(id))).filter((id) => id !== undefined)
    else if (of.has(String(value))) named[name] = of.get(String(value))
    else return null
  }
  return named
}

/** Times are moved, files are copied; everything else is as it was. */
async function copyValue(value: unknown, { type }: EntityField, move: MoveTime, { files, db }: HandlerContext): Promise<unknown> {
  if (value === null || value === undefined) return null
  if (type === 'datetime' || type === 'date') return move(value as string | Date, type)
  if (type !== 'file') return value
  return copyFile(value as StoredFile, { files, db })
}

/** Null when the bytes are gone: a copy without its picture is better than none. */
export async function copyFile({ id, name }: StoredFile, { files, db }: Pick<HandlerContext, 'files' | 'db'>): Promise<StoredFile | null> {
  const kept = await db.selectFrom('platform_file').select('purpose').where('key', '=', id).executeTakeFirst()
  return kept ? files.copy(id, { name, purpose: kept.purpose }) : null
}

/** The published forms of a row under the copy's own names, ready to be changed. */
export async function copyForms(
  entity: string,
  row: Row,
  id: string,
  { documents, platform }: HandlerContext,
): Promise<Record<string, string | null>> {
  const copies: Record<string, string | null> = {}
  for (const [column, { designed }] of Object.entries(platform.get('entity', entity).fields)) {
    const original = row[column]
    if (designed === undefined || typeof original !== 'string') continue
    const { name } = documents.designs.place(entity, column, { ...row, id })
    const published = await documents.store.published('form', original)
    copies[column] = published && name
    if (!published) continue
    await documents.store.saveDraft('form', name, { ...(published.content as object), id: name })
    await documents.store.publish('form', name)
  }
  return copies
}

/** Fields that the entity keeps. A row read whole also carries columns that the database computes, and takes no values for. */
export function storedFields(entity: string, platform: Platform): string[] {
  const { fields } = platform.get('entity', entity)
  return Object.keys(fields).filter((name) => fields[name]!.computed === undefined)
}
