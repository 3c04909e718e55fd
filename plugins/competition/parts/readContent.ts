/** Reads what belongs to a competition: the rows of its parts as they are stored. */
import type { EntityTypes, HandlerContext } from '../../../runtime/core/contracts.ts'
import { tableName } from '../../../runtime/core/tableName.ts'
import { type ContentRow, type Part, partsOf } from './parts.ts'

/** Rows of each part, by entity. */
export type Content = ReadonlyMap<string, readonly ContentRow[]>

export async function readContent(competitionId: string, context: HandlerContext): Promise<Content> {
  const content = new Map<string, readonly ContentRow[]>()
  for (const part of partsOf(context)) content.set(part.entity, await readPart(part, competitionId, content, context))
  return content
}

async function readPart({ entity, where, of, pick }: Part, competitionId: string, read: Content, context: HandlerContext) {
  const ids = of && read.get(of.entity)!.map(({ id }) => String(id))
  if (ids?.length === 0) return []
  const found = await readRows(entity, { ...where, ...(of ? { [of.field]: ids } : { competitionId }) }, context)
  return pick ? pick(found) : found
}

/** By id, each with its id as text. */
export async function readRows(entity: keyof EntityTypes, where: ContentRow, { tables }: HandlerContext): Promise<ContentRow[]> {
  let query = tables.selectFrom(tableName(entity)).selectAll()
  for (const [name, value] of Object.entries(where)) {
    if (value === null) query = query.where(name, 'is', null)
    else query = Array.isArray(value) ? query.where(name, 'in', value) : query.where(name, '=', value)
  }
  const rows = (await query.orderBy('id').execute()) as ContentRow[]
  return rows.map((row) => ({ ...row, id: String(row.id) }))
}
