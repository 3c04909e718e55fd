import { generateRegistrationOptions } from '@simplewebauthn/server'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertPasskeyRoom, ownPasskeys } from './ownPasskeys.ts'
import { newChallenge, passkeyPlace } from './passkeys.ts'

export default defineHandler('account.beginPasskey', async (_input, context) => {
  const place = passkeyPlace(context) ?? context.fail('PASSKEY_OFF')
  await assertPasskeyRoom(context)
  const { session, platform, lang } = context
  const { userName, name } = await context.rows.get('account.user', session.userId!)
  const { title } = platform.app
  const options = await generateRegistrationOptions({
    rpName: typeof title === 'object' && 'zh' in title ? title[lang] : platform.app.id,
    rpID: place.rpID,
    userName,
    userDisplayName: name,
    userID: new TextEncoder().encode(String(session.userId)),
    challenge: await newChallenge(context, session.userId),
    excludeCredentials: (await ownPasskeys(context)).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: { ...options } }
})
