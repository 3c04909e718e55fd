import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Names of persons by id. */
export async function namesOf(userIds: readonly string[], { db }: Pick<HandlerContext, 'db'>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account_user')
    .select(['id', 'name'])
    .where('id', 'in', [...userIds, '0'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Titles of works by id. */
export async function titlesOf(workIds: readonly string[], { db }: Pick<HandlerContext, 'db'>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('work_work')
    .select(['id', 'title'])
    .where('id', 'in', [...workIds, '0'])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
