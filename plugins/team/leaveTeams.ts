/** Takes the person out of all teams before the account is closed. Teams with others in them get another captain, who gets their works too; teams that
 *  are still forming are left; open invitations and requests end; deleted teams that are kept for a while forget the person. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { teamMemberState, teamRole } from '../generated/enums.ts'
import { end } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { activeMembers, lockTeam, type Member, membersOf, type Team } from '../registration/team.ts'
import { tell } from '../registration/tell.ts'
import { FORMING } from './asks.ts'
import { handOver, isBusy } from './handOver.ts'

export async function leaveTeams(context: HandlerContext): Promise<void> {
  const { db, session } = context
  const rows = await db
    .selectFrom('team_member')
    .select('registrationId')
    .where('userId', '=', session.userId!)
    .where('state', 'in', [teamMemberState.active, teamMemberState.invited, teamMemberState.applied])
    .orderBy('registrationId')
    .execute()
  for (const { registrationId } of rows) await leaveTeam(registrationId, context)
  await forgetInDeleted(context)
}

async function leaveTeam(id: string, context: HandlerContext): Promise<void> {
  const team = await lockTeam(id, context)
  const own = await ownRow(team, context)
  if (own.state !== teamMemberState.active) {
    await end(own, own.state === teamMemberState.invited ? 'refuse' : 'withdraw', context)
    return
  }
  if (own.role === teamRole.captain && !(await passOn(team, context))) return
  if (!FORMING.includes(team.status)) return
  const { userId: captain } = await lockTeam(id, context)
  await end(await ownRow(team, context), 'leave', context)
  await tell(captain, 'team.left', team, context, { person: own.name })
  await settleTeam(id, context)
}

async function ownRow({ id }: Team, context: HandlerContext): Promise<Member> {
  return (await membersOf(id, context)).find(({ userId }) => userId === context.session.userId)!
}

/** Makes the contestant who came first and has no other registration the captain. @returns false when no one can be */
async function passOn(team: Team, context: HandlerContext): Promise<boolean> {
  for (const member of await activeMembers(team, context)) {
    if (member.role !== teamRole.contestant || (await isBusy(team, member, context))) continue
    await handOver(team, member, context)
    await context.rows.saveWhere('work.work', { registrationId: team.id, userId: context.session.userId! }, { userId: member.userId! })
    return true
  }
  return false
}

/** A deleted team can be restored for some days, then without the person. */
async function forgetInDeleted({ db, rows, session }: HandlerContext): Promise<void> {
  const userId = session.userId!
  const named = sql<boolean>`members @> ${JSON.stringify([{ userId }])}::jsonb`
  const kept = await db.selectFrom('team_deleted').select(['id', 'members']).where(named).execute()
  for (const { id, members } of kept) {
    const others = (members as Member[]).filter((member) => member.userId !== userId)
    await rows.save('team.deleted', { id }, { members: others })
  }
}
