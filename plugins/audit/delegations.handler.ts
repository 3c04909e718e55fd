/** Delegations of the organisations that the asker acts for, and those the asker has. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownOrganisations } from './duties.ts'

export default defineHandler('audit.delegations', async ({ active, pageNum = 1, pageSize = 20 }, context) => {
  const { db, session, now } = context
  const own = await ownOrganisations(context)
  const list = own === null ? null : [...own, '0']
  let query = db
    .selectFrom('audit_delegation as d')
    .innerJoin('organisation_organisation as o', 'o.id', 'd.organisationId')
    .leftJoin('organisation_organisation as t', 't.id', 'd.toOrganisationId')
    .leftJoin('account_user as u', 'u.id', 'd.userId')
    .leftJoin('account_user as by', 'by.id', 'd.delegatorId')
    .leftJoin('audit_submission as s', 's.id', 'd.submissionId')
    .leftJoin('competition_competition as c', 'c.id', 's.competitionId')
  if (list !== null)
    query = query.where((is) =>
      is.or([is('d.organisationId', 'in', list), is('d.userId', '=', session.userId), is('d.toOrganisationId', 'in', list)]),
    )
  if (active) query = query.where('d.endedAt', 'is', null).where('d.until', '>', now.toISOString())
  const { total } = await query.select((count) => count.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll('d')
    .select(['o.name as fromName', 't.name as toName', 'u.name as person', 'by.name as delegator', 'c.title'])
    .orderBy('d.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return {
    list: rows.map((row) => ({
      id: row.id,
      organisation: row.fromName,
      to: row.person ?? row.toName,
      competition: row.title,
      startsAt: row.startsAt,
      until: row.endedAt ?? row.until,
      reason: row.reason,
      delegator: row.delegator,
      active: row.endedAt === null && row.until > now.toISOString(),
      mayEnd: own === null || own.includes(row.organisationId) || row.userId === session.userId,
    })),
    total: Number(total),
    pageNum,
    pageSize,
  }
})
