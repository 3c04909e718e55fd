/** Restores a deleted team, unless its people have joined others since. */
import { sql } from 'kysely'
import { type Database, defineHandler } from '../../runtime/core/contracts.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import type { Member, Team } from '../registration/team.ts'
import { tell, tellMembers } from '../registration/tell.ts'

export default defineHandler('team.restore', async ({ id }, context) => {
  const { db, rows, fail } = context
  await context.call('team.deletedOne', { id })
  await context.lock('deletedTeam', id)
  const kept = await context.rows.get('team.deleted', id)
  const { team, members } = kept as { team: Team; members: Member[] }
  const busy = await db
    .selectFrom('signup_registration')
    .select('id')
    .where('competitionId', '=', team.competitionId)
    .where('userId', '=', team.userId)
    .executeTakeFirst()
  if (busy) return fail('TEAM_CAPTAIN_BUSY')
  const reason = 'the entry tells of the team with its members'
  await context.rows.bulk('signup.registration', reason, (bulk) => putBack('signup_registration', team, bulk))
  // invitations in place of someone name a row that has to be there
  const inOrder = members.toSorted((a, b) => Number(Boolean(a.replacesId)) - Number(Boolean(b.replacesId)))
  for (const member of inOrder) await context.rows.bulk('team.member', reason, (bulk) => putBack('team_member', member, bulk))
  await context.rows.remove('team.deleted', { id })
  await rows.record({ entity: 'signup.registration', rowId: team.id, before: null, after: { ...team, members } })
  await tell(team.userId, 'team.restored', team, context)
  await tellMembers('team.restored', team, context)
  return { id: team.id, status: await settleTeam(team.id, context) }
})

/** A row under the id that it had. */
async function putBack(table: 'signup_registration' | 'team_member', row: object, db: Database): Promise<void> {
  const record = sql`jsonb_populate_record(NULL::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`
  await sql`INSERT INTO ${sql.table(table)} OVERRIDING SYSTEM VALUE SELECT * FROM ${record}`.execute(db)
}
