/** Gives a role on a competition, or on all of an organisation, to a person or to an organisation. No one gives what they do not hold there. */

import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertMayGive } from '../account/grants/assertMayGive.ts'
import { spreadAwards } from '../account/grants/awards.ts'
import { giveOrProlong } from '../account/grants/giveOrProlong.ts'
import { offerRole } from '../account/grants/offerRole.ts'
import { openPlace, placeName } from '../account/grants/place.ts'
import type { GrantPlace } from '../account/grants/withContainers.ts'
import { receiverOf } from '../account/offers/receiver.ts'
import { endOfDay } from '../audit/endOfDay.ts'
import { tellHolder } from './tellHolder.ts'

interface Right extends GrantPlace {
  role: string
  until: string | null
}

export default defineHandler('empowerment.grant', async (input, context) => {
  const { fail, platform } = context
  const place = await openPlace(input, context)
  if (!input.account === !input.toOrganisationId) return fail('EMPOWER_HOLDER')
  if (!platform.documents.role.has(input.role)) return fail('NOT_FOUND', { entity: 'account.role', id: input.role })
  await assertMayGive(input.role, place, context)
  const right = { ...place, role: input.role, until: lastMoment(input.until, context) }
  const name = await placeName(place, context)
  const { id, userIds, offered } = input.account
    ? await toPerson(input.account, right, context)
    : await toOrganisation(input.toOrganisationId!, right, context)
  await tellHolder('empowerment.granted', userIds, { role: input.role, place: name, until: right.until }, context)
  return { id, holders: userIds.length, offered: offered === true, timeZone: platform.app.timeZone }
})

function lastMoment(until: string | null | undefined, { now, platform, fail }: HandlerContext): string | null {
  if (!until) return null
  const end = endOfDay(until, platform.app.timeZone)
  return end > now ? end.toISOString() : fail('EMPOWER_PERIOD')
}

interface Given {
  id: string
  userIds: string[]
  /** It waits for the person to accept it. */
  offered?: boolean
}

async function toPerson(account: string, { role, until, ...place }: Right, context: HandlerContext): Promise<Given> {
  const found = await receiverOf(account, context)
  if (found === 'unknown') return context.fail('EMPOWER_ACCOUNT', { account })
  if (found === 'hidden') return { id: `o${await offerRole(account, { role, until }, place, context)}`, userIds: [], offered: true }
  const { id, isNew } = await giveOrProlong(context, { ...place, role, until, userId: found.id })
  return isNew ? { id: `g${id}`, userIds: [found.id] } : context.fail('GRANT_EXISTS')
}

async function toOrganisation(organisationId: string, { role, scope, objectId, until }: Right, context: HandlerContext): Promise<Given> {
  const { db, session, fail } = context
  const members = await db.selectFrom('organisation_member').select('userId').where('organisationId', '=', organisationId).execute()
  if (members.length === 0) return fail('EMPOWER_NOBODY')
  const key = { organisationId, role, scope, objectId }
  const known = await db
    .selectFrom('empowerment_award')
    .select(['id', 'until'])
    .where((is) => is.and(key))
    .executeTakeFirst()
  if (known && known.until === until) return fail('GRANT_EXISTS')
  // its grants go with the old award
  if (known) await context.rows.remove('empowerment.award', known)
  const id = await context.rows.create('empowerment.award', { ...key, until, grantedBy: session.userId })
  await spreadAwards({ organisationId }, context)
  for (const { userId } of members) context.people.sessions.changed(userId)
  return { id: `a${id}`, userIds: members.map(({ userId }) => userId) }
}
