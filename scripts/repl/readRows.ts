import { type RawBuilder, sql } from 'kysely'
import { suggest } from '../../runtime/core/documents/suggest.ts'
import type { EntityDocument } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'

const USUAL_ROWS = 20

/** The newest rows of an entity, secrets left out. @param values  fields that must have these values; an array: one of them */
export async function readRows(
  { db, platform }: ServerDeps,
  name: string,
  values: Readonly<Record<string, unknown>> = {},
  limit = USUAL_ROWS,
): Promise<Record<string, unknown>[]> {
  const entity = entityOf(platform(), name)
  const fields = Object.entries(entity.fields).flatMap(([field, { type, computed }]) => (type === 'secret' || computed ? [] : [field]))
  const columns = ['id', ...fields, 'createdAt', 'updatedAt']
  for (const field of Object.keys(values))
    if (!columns.includes(field)) throw new Error(`${entity.id} has no stored field "${field}": ${suggest(field, columns)}`)
  const conditions = Object.entries(values).map(([field, value]) => conditionOf(field, value))
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(tableName(entity.id))}
    where ${sql.join([sql`true`, ...conditions], sql` and `)} order by "id" desc limit ${limit}`.execute(db)
  return rows
}

function conditionOf(field: string, value: unknown): RawBuilder<unknown> {
  if (value === null) return sql`${sql.ref(field)} is null`
  return Array.isArray(value) ? sql`${sql.ref(field)} in (${sql.join(value)})` : sql`${sql.ref(field)} = ${value}`
}

/** `competition.event`; `event` where one area alone has it, or where the area is called so. */
function entityOf({ documents: { entity } }: Platform, name: string): EntityDocument {
  const ids = [...entity.keys()].filter((id) => id.endsWith(`.${name}`))
  const found = entity.get(name) ?? entity.get(`${name}.${name}`) ?? (ids.length === 1 ? entity.get(ids[0]!) : undefined)
  if (found) return found
  throw new Error(
    ids.length > 1 ? `"${name}" is several: ${ids.join(', ')}` : `There is no entity "${name}": ${suggest(name, entity.keys())}`,
  )
}
