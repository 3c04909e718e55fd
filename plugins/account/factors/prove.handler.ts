/** Proves again who is asking; calls with `proof` continue for some minutes in this session. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { checkPassword } from '../signIn/checkPassword.ts'
import { spendCode } from '../signIn/codes.ts'
import { PROOF_PURPOSE, type ProofWay, proofWays } from './proofs.ts'
import { proveFactor } from './secondFactor.ts'

interface Proof {
  way: ProofWay
  password?: string
  factor?: string
  phone?: { code: string }
  email?: { code: string }
}

export default defineHandler('account.prove', async (proof, context) => {
  const { session, people, rows } = context
  await check(proof, context)
  await people.sessions.noteProof()
  await rows.record({ entity: 'account.user', rowId: session.userId!, before: null, after: { proved: proof.way } })
  return null
})

async function check({ way, password, factor, ...codes }: Proof, context: HandlerContext): Promise<void> {
  const ways = await proofWays(context)
  if (!ways.has(way)) return context.fail('PROOF_WAY')
  if (way === 'password') return checkPassword(context, password ?? '')
  if (way === 'factor') return proveFactor(context, context.session.userId!, factor ?? '')
  return spendCode(context, { purpose: PROOF_PURPOSE, address: ways.get(way)!, code: codes[way]?.code ?? '' })
}
