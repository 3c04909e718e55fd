/** Gives a role on a competition, or on all of an organisation, to a person or to an organisation. No one gives what they do not hold there. */

import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../account/accounts/findAccount.ts'
import { giveGrant } from '../account/grants/giveGrant.ts'
import { codesBeyond } from '../account/grants/mayGrant.ts'
import type { GrantPlace } from '../account/grants/withContainers.ts'
import { endOfDay } from '../audit/endOfDay.ts'
import { spreadAwards } from './awards.ts'
import { openPlace, placeName } from './place.ts'
import { tellHolder } from './tellHolder.ts'

interface Right extends GrantPlace {
  role: string
  until: string | null
}

export default defineHandler('empowerment.grant', async (input, context) => {
  const { fail, platform } = context
  const place = await openPlace(input, context)
  if (!input.account === !input.toOrganisationId) return fail('EMPOWER_HOLDER')
  await assertRole(input.role, place, context)
  const right = { ...place, role: input.role, until: lastMoment(input.until, context) }
  const name = await placeName(place, context)
  const { id, userIds } = input.account
    ? await toPerson(input.account, right, context)
    : await toOrganisation(input.toOrganisationId!, right, context)
  await tellHolder('empowerment.granted', userIds, { role: input.role, place: name, until: right.until }, context)
  return { id, holders: userIds.length, timeZone: platform.app.timeZone }
})

/** @throws NOT_FOUND, ROLE_SCOPE, ROLE_BEYOND */
async function assertRole(role: string, place: GrantPlace, context: HandlerContext): Promise<void> {
  const document = context.platform.documents.role.get(role)
  if (!document) return context.fail('NOT_FOUND', { entity: 'account.role', id: role })
  if (!document.scopes.includes(place.scope)) context.fail('ROLE_SCOPE')
  const beyond = await codesBeyond([...document.permissions, ...(document.subordinates ?? [])], place, context)
  if (beyond.length > 0) context.fail('ROLE_BEYOND')
}

function lastMoment(until: string | null | undefined, { now, platform, fail }: HandlerContext): string | null {
  if (!until) return null
  const end = endOfDay(until, platform.app.timeZone)
  return end > now ? end.toISOString() : fail('EMPOWER_PERIOD')
}

interface Given {
  id: string
  userIds: string[]
}

async function toPerson(account: string, { role, scope, objectId, until }: Right, context: HandlerContext): Promise<Given> {
  const { db, people, fail } = context
  const found = await findAccount(db, normaliseAccount(account))
  if (!found) return fail('EMPOWER_ACCOUNT', { account })
  const key = { userId: found.id, role, scope, objectId }
  const known = await db
    .selectFrom('account_grant')
    .select(['id', 'until', 'awardId'])
    .where((is) => is.and(key))
    .executeTakeFirst()
  if (!known) return { id: `g${await giveGrant(context, { ...key, until })}`, userIds: [found.id] }
  if (known.awardId === null && known.until === until) return fail('GRANT_EXISTS')
  const after = { until, awardId: null, memberId: null, grantedBy: context.session.userId }
  await context.rows.save('account.grant', known, after, { of: key })
  people.sessions.changed(found.id)
  return { id: `g${known.id}`, userIds: [found.id] }
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
