/** What an entrant of a public list makes public: a team what it says of itself, and each person the profile that they have switched on. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { shownName } from '../work/talk/shownName.ts'

export default defineHandler('growth.entrantPeople', async ({ id, previewAt }, context) => {
  const team = await context.db.selectFrom('signup_registration').selectAll().where('id', '=', id).executeTakeFirst()
  if (!team) return context.fail('NOT_FOUND', { entity: 'signup.registration', id })
  const isTeam = team.isTeam
  // only one of the lists that the organiser shows
  await context.call(isTeam ? 'competition.team' : 'competition.player', { id, previewAt })
  return {
    isTeam,
    slogan: team.aboutPublic ? team.slogan : null,
    labels: team.aboutPublic ? ((team.labels ?? []) as string[]) : [],
    qualified: team.qualified,
    people: await peopleOf(team, context),
    contestants: isTeam ? team.memberCount : 1,
    advisers: team.adviserCount,
  }
})

async function peopleOf(team: { id: string; userId: string; isTeam: boolean }, { db }: HandlerContext) {
  const rows = await db
    .selectFrom('profile_publicPage as p')
    .innerJoin('account_user as u', 'u.id', 'p.userId')
    .leftJoin('profile_profile as f', 'f.userId', 'p.userId')
    .leftJoin('team_member as m', (join) =>
      join.onRef('m.userId', '=', 'p.userId').on('m.registrationId', '=', team.id).on('m.state', '=', 'active'),
    )
    .select(['p.key', 'p.showsName', 'u.id', 'u.name', 'u.nickname', 'f.signature', 'f.labels', 'm.role'])
    .where('p.isOn', '=', true)
    .where('u.state', '=', 'active')
    .where((where) => (team.isTeam ? where('m.id', 'is not', null) : where('p.userId', '=', team.userId)))
    .orderBy('m.joinedAt')
    .orderBy('m.id')
    .execute()
  return rows.map(({ key, showsName, role, signature, labels, ...user }) => ({
    ...{ key, signature, role: role ?? 'contestant' },
    name: showsName ? user.name : shownName(user),
    labels: (labels ?? []) as string[],
  }))
}
