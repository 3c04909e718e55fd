/** Sends a code to the own phone or email; it proves nothing but who asks. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sendCode } from '../signIn/codes.ts'
import { PROOF_PURPOSE, proofWays } from './proofs.ts'

export default defineHandler('account.proofCode', async ({ way }, context) => {
  const address = (await proofWays(context)).get(way)
  return address ? sendCode(context, PROOF_PURPOSE, address) : context.fail('PROOF_WAY')
})
