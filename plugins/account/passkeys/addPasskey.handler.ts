/** Keeps the public key of a new passkey, once its answer is verified. */
import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertPasskeyRoom } from './ownPasskeys.ts'
import { passkeyPlace, readAnswer, takeChallenge } from './passkeys.ts'

export default defineHandler('account.addPasskey', async ({ name, answer }, context) => {
  const { session, rows, fail, lock } = context
  const place = passkeyPlace(context) ?? fail('PASSKEY_OFF')
  await lock('account', String(session.userId))
  await assertPasskeyRoom(context)
  const response = readAnswer<RegistrationResponseJSON>(answer) ?? fail('PASSKEY_REFUSED')
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(context, challenge, session.userId),
    expectedOrigin: place.origins,
    expectedRPID: place.rpID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return fail('PASSKEY_REFUSED')
  const { credential, credentialDeviceType } = verified.registrationInfo
  const id = await rows.create('account.passkey', {
    userId: session.userId!,
    name: name.trim(),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    synced: credentialDeviceType === 'multiDevice',
  })
  return { id }
})
