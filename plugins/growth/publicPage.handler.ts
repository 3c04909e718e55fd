/** A public profile as everyone sees it: the parts that its person chose, and nothing besides. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { teamMemberState, teamRole } from '../generated/enums.ts'
import { honoursOf } from '../ranking/results/honoursOf.ts'
import { shownName } from '../work/talk/shownName.ts'
import { standingOf } from './standingOf.ts'

/** Of awards and works each. */
const MAX = 24
const MAX_REGISTRATIONS = 500

export default defineHandler('growth.publicPage', async ({ key }, context) => {
  const { rows, fail } = context
  const page = await rows.find('profile.publicPage', { key, isOn: true })
  const user = page && (await rows.get('account.user', page.userId))
  if (!page || user?.state !== 'active') return fail('NOT_FOUND', { entity: 'profile.publicPage', id: null })
  const { userId, showsName, showsSchool, showsAwards, showsWorks, showsFigures } = page
  const profile = await rows.find('profile.profile', { userId })
  const awards = showsAwards ? (await honoursOf(userId, { pageNum: 1, pageSize: MAX }, context)).list : []
  const works = showsWorks ? await worksOf(userId, context) : []
  return {
    name: showsName ? user.name : shownName(user),
    school: showsSchool && profile ? await schoolOf(profile, context) : null,
    signature: profile?.signature ?? null,
    labels: (profile?.labels ?? []) as string[],
    ...{ showsAwards, showsWorks, showsFigures },
    awards: awards.map(({ organisation: _, name: __, level: ___, work: ____, ...shown }) => shown),
    works,
    figures: showsFigures ? await figuresOf(userId, context) : null,
  }
})

/** Of the person's own registrations, and of teams in which they compete; instructors have no part in them. */
async function worksOf(userId: string, { db, call }: HandlerContext) {
  const own = db.selectFrom('signup_registration').select('id').where('userId', '=', userId)
  const inTeams = db
    .selectFrom('team_member')
    .select('registrationId as id')
    .where('userId', '=', userId)
    .where('state', '=', teamMemberState.active)
    .where('role', 'in', [teamRole.captain, teamRole.contestant])
  const found = await own.union(inTeams).limit(MAX_REGISTRATIONS).execute()
  if (found.length === 0) return []
  return (await call('work.worksOfPerson', { registrationIds: found.map(({ id }) => id), pageSize: MAX })).list
}

async function figuresOf(userId: string, context: HandlerContext) {
  const { level, points, registered, works, awards, types } = await standingOf(userId, context)
  return { level, points, registered, works, awards, types: types.map(({ name, count }) => ({ name, count })) }
}

interface Place {
  school: string | null
  otherSchool: string | null
  company: string | null
}

async function schoolOf({ school, otherSchool, company }: Place, { db }: HandlerContext): Promise<LocalText | null> {
  const known = school && (await db.selectFrom('organisation_school').select('name').where('code', '=', school).executeTakeFirst())
  const written = otherSchool ?? company
  return known ? known.name : written === null ? null : { zh: written, en: written }
}
