/** Copies rows of one table, column by column as the entity declares them: a field that someone adds is copied too. */
import type { EntityTypes, HandlerContext } from '../../runtime/core/contracts.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { tableName } from '../../runtime/core/tableName.ts'

type Row = Record<string, unknown>
export type RowChange = Readonly<Record<string, unknown>>

/**
 * @param refs  fields that name rows which were copied before, with the new ids by the old ones; a row that names one that was not is left out
 * @returns     the new id of each copied row, by its old one
 */
export async function copyRows(
  { tables, platform, rows }: HandlerContext,
  { entity, where, change, refs = {} }: { entity: string; where: RowChange; change: RowChange; refs?: Record<string, Map<string, string>> },
): Promise<Map<string, string>> {
  const stored = storedFields(entity, platform)
  const table = tableName(entity)
  let query = tables.selectFrom(table).selectAll()
  for (const [name, value] of Object.entries(where)) query = value === null ? query.where(name, 'is', null) : query.where(name, '=', value)
  const originals = (await query.orderBy('id').execute()) as Row[]
  const ids = new Map<string, string>()
  const renamed = (row: Row): Row =>
    Object.fromEntries(Object.entries(refs).map(([name, made]) => [name, made.get(String(row[name])) ?? null]))
  for (const row of originals) {
    const named = renamed(row)
    if (Object.keys(refs).some((name) => row[name] !== null && named[name] === null)) continue
    const values = Object.fromEntries(stored.map((name) => [name, name in change ? change[name] : name in named ? named[name] : row[name]]))
    const id = await rows.create(entity as keyof EntityTypes, values as never, { of: { copyOf: String(row.id) } })
    ids.set(String(row.id), id)
  }
  return ids
}

/** Fields that the entity keeps. A row read whole also carries columns that the database computes, and takes no values for. */
export function storedFields(entity: string, platform: Platform): string[] {
  const { fields } = platform.get('entity', entity)
  return Object.keys(fields).filter((name) => fields[name]!.computed === undefined)
}
