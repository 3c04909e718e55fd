/** Signs in by a passkey: possession of the device and the check that it made of the person. An unknown key and a wrong answer are refused alike. A counter
 *  that does not grow tells of a copied key; keys that never count say 0. */
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { assertOpen } from '../accounts/findAccount.ts'
import { recordSignIn } from '../signIn/recordSignIn.ts'
import { type PasskeyPlace, passkeyPlace, readAnswer, takeChallenge } from './passkeys.ts'

export default defineHandler('account.signInByPasskey', async ({ answer }, context) => {
  const { people, fail } = context
  const place = passkeyPlace(context) ?? fail('PASSKEY_OFF')
  const userId = await personOf(answer, place, context)
  if (userId === null) return fail('PASSKEY_WRONG')
  const account = await context.rows.get('account.user', userId)
  assertOpen(context, account)
  const tokens = await people.sessions.open(userId)
  await recordSignIn(context, userId)
  return tokens
})

/** Null: the answer proves nothing. */
async function personOf(answer: string, { rpID, origins }: PasskeyPlace, context: HandlerContext): Promise<string | null> {
  const response = readAnswer<AuthenticationResponseJSON>(answer)
  if (!response) return null
  const passkey = await context.db
    .selectFrom('account_passkey')
    .select(['id', 'userId', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', response.id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return null
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(context, challenge, null),
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch(() => null)
  if (!verified?.verified) return null
  const used = { counter: verified.authenticationInfo.newCounter, lastUsedAt: context.now.toISOString() }
  await context.rows.saveWhere('account.passkey', { id: passkey.id }, used)
  return passkey.userId
}
