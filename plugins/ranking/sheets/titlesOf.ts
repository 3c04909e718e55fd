import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Titles of works, as they are now; a work that is gone keeps its id alone. */
export async function titlesOf(workIds: readonly string[], { db }: Pick<HandlerContext, 'db'>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('work_work')
    .select(['id', 'title'])
    .where('id', 'in', [...workIds, '0'])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
