import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { newChallenge, passkeyPlace } from './passkeys.ts'

export default defineHandler('account.passkeyOptions', async (_input, context) => {
  const place = passkeyPlace(context)
  if (!place) return { options: null }
  const challenge = await newChallenge(context, null)
  const options = await generateAuthenticationOptions({ rpID: place.rpID, challenge, userVerification: 'required' })
  return { options: { ...options } }
})
