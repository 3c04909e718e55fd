/** Makes a role at run time or changes one. It never holds more permissions than the person who makes or changes it. Changes take effect with the next request. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { wholeText } from '../../../runtime/core/wholeText.ts'
import { codesBeyond } from './mayGrant.ts'
import { lockStoredRole, placeOfRole } from './storedRole.ts'

export default defineHandler('account.saveRole', async (input, context) => {
  const { session, people, platform, fail } = context
  const before = input.id
    ? ((await lockStoredRole(context, input.id)) ?? fail('NOT_FOUND', { entity: 'account.role', id: input.id }))
    : null
  const organisationId = before ? before.organisationId : (input.organisationId ?? null)
  const place = placeOfRole(organisationId)
  const permissions = [...new Set(Object.values(input.codes).flatMap((codes) => codes ?? []))].sort()
  const known = new Set(platform.get('enum', platform.app.permissions).values.map(({ code }) => String(code)))
  if (permissions.some((code) => !known.has(code))) return fail('ROLE_BEYOND')
  if ((await codesBeyond([input.id ? 'editRole' : 'addRole'], place, context)).length > 0) return fail('PERMISSION_DENIED')
  if ((await codesBeyond(permissions, place, context)).length > 0) return fail('ROLE_BEYOND')
  const name = wholeText(input.name.zh.trim(), input.name.en?.trim())!
  const values = { name, remark: input.remark ?? null, permissions }
  if (!before) return { id: await context.rows.create('account.role', { ...values, organisationId, makerId: session.userId }) }
  await context.rows.save('account.role', before, values, { of: { organisationId } })
  people.sessions.changedForAll()
  return { id: before.id }
})
