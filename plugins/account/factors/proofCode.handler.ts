/** Sends a code to the person's own phone number or email. The code only verifies identity; it does not sign in. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sendCode } from '../signIn/codes.ts'
import { PROOF_PURPOSE, proofWays } from './proofs.ts'

export default defineHandler('account.proofCode', async ({ way }, context) => {
  const address = (await proofWays(context)).get(way)
  return address ? sendCode(context, PROOF_PURPOSE, address) : context.fail('PROOF_WAY')
})
