import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Lines of one version of a list, in its order, with their keys. */
export async function versionLines(listId: string, version: number, { db }: Pick<HandlerContext, 'db'>) {
  return db
    .selectFrom('ranking_award')
    .select(['registrationId', 'workId', 'rank', 'prize', 'prizeName', 'name', 'school', 'score'])
    .where('listId', '=', listId)
    .where('version', '=', version)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
export type VersionLine = Awaited<ReturnType<typeof versionLines>>[number]
