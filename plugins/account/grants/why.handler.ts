/** Explains a decision: whether a person has a permission, or may use a call or page, on an object or anywhere; which grants give it, which do not
 *  and why, and which roles would. It uses the same rights as the server (`rightsOf`), and no rules of its own. */

import { defineHandler, type HandlerContext, type Session } from '../../../runtime/core/contracts.ts'
import type { Access, LocalText, Permission, Text } from '../../../runtime/core/documents.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { heldAnywhere, holdsPermission, objectsWith } from '../../../runtime/core/permissions.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../accounts/findAccount.ts'
import { type GrantView, grantsOf, readRole } from './grantRows.ts'
import { kindLabel, localName, objectName, parseIdentity } from './identityOptions.ts'
import { type GrantPlace, withContainers } from './withContainers.ts'

interface Question {
  account: string
  what: 'code' | 'call' | 'page'
  name: string
  scope?: string
  objectId?: string
}
type Reason = 'gives' | 'lacksCode' | 'otherObject' | 'roleGone'

export default defineHandler('account.why', async (question, context) => {
  const { db, people, fail } = context
  const account = await findAccount(db, normaliseAccount(question.account))
  if (!account) return fail('NOT_FOUND', { entity: 'account.user', id: question.account })
  const access = accessOf(question, context)
  const places = await placesOf(question, context)
  const all = await people.sessions.rightsOf(account.id)
  const identities = await Promise.all(
    [...(all.identities ?? [])].map(async (identity) => {
      const under = await people.sessions.rightsOf(account.id, identity)
      const { kind, scope, objectId } = parseIdentity(identity)
      const name = await objectName(scope, objectId, context)
      return { identity, label: [name, kindLabel(kind, context)].filter(Boolean).join(' · '), allowed: decides(access, places, under) }
    }),
  )
  const codes = typeof access === 'object' ? codesOf(access.permission) : []
  const allowed = identities.length > 1 ? identities.some((identity) => identity.allowed) : decides(access, places, all)
  return {
    person: { id: account.id, name: all.name, state: account.state },
    access: typeof access === 'string' ? access : 'permission',
    codes: codes.map((code) => ({ code, label: codeLabel(code, context) })),
    bound: typeof access === 'object' ? (access.within?.map(({ scope }) => scope) ?? []) : [],
    object: question.scope ? await objectName(question.scope, question.objectId ?? null, context) : null,
    allowed,
    hats: identities,
    grants: await Promise.all((await grantsOf(account.id, context)).map((grant) => judged(grant, { codes, places, all }, context))),
    missing: allowed ? [] : rolesWith(codes, context),
  }
})

/** @throws NOT_FOUND */
function accessOf({ what, name }: Question, { platform, fail }: HandlerContext): Access {
  if (what === 'code') return { permission: name, within: Object.keys(platform.app.scopes ?? {}).map((scope) => ({ field: 'id', scope })) }
  const document = platform.documents[what].get(name) ?? byAddress(what, name, platform) ?? byTitle(what, name, platform)
  return document?.access ?? fail('NOT_FOUND', { entity: what, id: name })
}

/** As people read it, in either language. */
function byTitle(what: 'call' | 'page', name: string, { documents }: HandlerContext['platform']): { access: Access } | undefined {
  const wanted = name.trim().toLowerCase()
  const titled = [...documents[what].values()] as { title: Text; access: Access }[]
  return titled.find(({ title }) => isLocal(title) && [title.zh, title.en].some((words) => words.toLowerCase() === wanted))
}

function isLocal(title: Text): title is LocalText {
  return typeof title === 'object' && 'zh' in title
}

function byAddress(what: 'call' | 'page', address: string, { documents }: HandlerContext['platform']): { access: Access } | undefined {
  const path = address.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '')
  if (what === 'page') return [...documents.page.values()].find(({ routes }) => routes.includes(path))
  return [...documents.call.values()].find((call) => call.path === path.replace(/^\//, ''))
}

async function placesOf({ scope, objectId }: Question, context: HandlerContext): Promise<GrantPlace[] | null> {
  return scope && objectId ? withContainers({ scope, objectId }, context) : null
}

function decides(access: Access, places: GrantPlace[] | null, session: Session): boolean {
  if (typeof access === 'string') return true
  const { permission, within } = access
  if (!within)
    return holdsPermission(new Set(session.grants.filter(({ scope }) => scope === null).map((grant) => grant.permission)), permission)
  if (!places) return holdsPermission(heldAnywhere(session), permission)
  return places.some(({ scope, objectId }) => {
    const objects = objectsWith(session, permission, scope)
    return objects === null || objects.includes(objectId)
  })
}

interface Facts {
  codes: readonly string[]
  places: GrantPlace[] | null
  all: Session
}

async function judged(grant: GrantView, { codes, places, all }: Facts, context: HandlerContext) {
  const role = await readRole(grant.role, context)
  const given = codes.filter((code) => role?.permissions.includes(code))
  const reason: Reason = !role
    ? 'roleGone'
    : given.length === 0
      ? 'lacksCode'
      : reaches(grant, given, places, all, role.subordinates)
        ? 'gives'
        : 'otherObject'
  return { ...grant, reason, codes: given }
}

function reaches(
  { scope, objectId }: GrantView,
  given: readonly string[],
  places: GrantPlace[] | null,
  all: Session,
  subordinates: readonly string[],
): boolean {
  if (scope === null || places === null) return true
  if (places.some((place) => place.scope === scope && place.objectId === objectId)) return true
  // from above: the session holds the code on the object although no grant names it
  return given.some(
    (code) =>
      subordinates.includes(code) &&
      places.some((place) => place.scope === scope && objectsWith(all, code, scope)?.includes(place.objectId)),
  )
}

function codesOf(permission: Permission): string[] {
  if (typeof permission === 'string') return [permission]
  return 'any' in permission ? permission.any : permission.all
}

function codeLabel(code: string, { platform, lang }: HandlerContext): string {
  return enumLabel(platform.app.permissions, code, platform)[lang]
}

function rolesWith(codes: readonly string[], { platform, lang }: HandlerContext): string[] {
  return [...platform.documents.role.values()]
    .filter(({ permissions }) => codes.some((code) => permissions.includes(code)))
    .map(({ id, title }) => localName(title, lang) ?? id)
}
