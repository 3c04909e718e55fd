/** One row of the information, for the person who opens a file of it: the papers and the picture. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'

const READERS = { any: ['editCompetitionInfo', 'editAuditMessage'] }

export default defineHandler('competitionInfo.fileOf', async ({ id }, { db, session, fail }) => {
  const row = await db
    .selectFrom('competitionInfo_info as i')
    .innerJoin('competition_competition as c', 'c.id', 'i.competitionId')
    .select(['i.id', 'i.competitionId', 'c.organisationId', 'i.papers', 'i.thumb'])
    .where('i.id', '=', id)
    .executeTakeFirst()
  const within = (scope: string, objectId: unknown) => {
    const ids = objectsWith(session, READERS, scope)
    return ids === null || ids.includes(String(objectId))
  }
  if (!row || !(within('competition', row.competitionId) || within('organisation', row.organisationId)))
    return fail('NOT_FOUND', { entity: 'competitionInfo.info', id })
  return { id, papers: row.papers ?? [], thumb: row.thumb }
})
