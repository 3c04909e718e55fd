/** Chooses one of the person's identities for this session, by its key, or by object and type as the list names it. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { identityOptions, ownIdentity } from './identityOptions.ts'

interface Choice {
  identity?: string
  objectId?: string
  type?: number
}

export default defineHandler('account.chooseIdentity', async (choice, context) => {
  const { session, people, rows, fail } = context
  const identity = await chosen(choice, context)
  if (identity === null || session.sessionId === null || session.userId === null) return fail('IDENTITY_UNKNOWN')
  const before = { id: session.sessionId, identity: session.identity }
  await rows.save('account.session', before, { identity })
  people.sessions.changed(session.userId)
  return { identity }
})

async function chosen({ identity, objectId, type }: Choice, context: HandlerContext): Promise<string | null> {
  const options = await identityOptions(context, true)
  const found = options.filter((option) =>
    identity === undefined ? option.objectId === objectId && (type === undefined || option.type === type) : option.identity === identity,
  )
  return found[0]?.identity ?? (identity === undefined && objectId === '-1' ? ownIdentity(context.platform) : null)
}
