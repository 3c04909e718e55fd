/** Looks at the platform as a person or as a role: the session reads with those rights and can write nothing until the view is ended. No one can view
 *  with rights that they do not hold themselves. */

import { defineHandler, type HandlerContext, type Session } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../accounts/findAccount.ts'
import { readRole } from './grantRows.ts'
import { objectName } from './identityOptions.ts'

interface ViewAsRequest {
  account?: string
  role?: string
  scope?: string
  objectId?: string
}
type Seeing = { name: string } & ({ userId: string; identity: null } | { role: string; scope: string | null; objectId: string | null })

export default defineHandler('account.seeAs', async (request, context) => {
  const { session, people, fail } = context
  if (session.sessionId === null || session.userId === null || session.seeing) return fail('PERMISSION_DENIED')
  const seeing = request.account ? await asPerson(request.account, context) : await asRole(request, context)
  const before = { id: session.sessionId, seeing: null }
  await context.rows.save('account.session', before, { seeing })
  people.sessions.changed(session.userId)
  return { name: seeing.name }
})

async function asPerson(typed: string, { db, session, people, fail }: HandlerContext): Promise<Seeing> {
  const account = await findAccount(db, normaliseAccount(typed))
  if (account?.state !== 'active') return fail('NOT_FOUND', { entity: 'account.user', id: typed })
  if (account.id === session.userId) return fail('OWN_ACCOUNT')
  const rights = await people.sessions.rightsOf(account.id)
  if (rights.grants.some(({ permission }) => !everywhere(session).has(permission))) return fail('SEEING_BEYOND')
  return { name: rights.name ?? typed, userId: account.id, identity: null }
}

async function asRole({ role: id = '', scope, objectId }: ViewAsRequest, context: HandlerContext): Promise<Seeing> {
  const { session, fail } = context
  const role = await readRole(id, context)
  if (!role) return fail('NOT_FOUND', { entity: 'role', id })
  if (scope ? !role.scopes.includes(scope) || !objectId : !role.platform) return fail('ROLE_SCOPE')
  if (role.permissions.some((code) => !everywhere(session).has(code))) return fail('SEEING_BEYOND')
  const place = await objectName(scope ?? null, objectId ?? null, context)
  return {
    name: place ? `${role.name} · ${place}` : role.name,
    role: id,
    scope: scope ?? null,
    objectId: scope ? (objectId ?? null) : null,
  }
}

function everywhere(session: Session): Set<string> {
  return new Set(session.grants.filter(({ scope }) => scope === null).map(({ permission }) => permission))
}
