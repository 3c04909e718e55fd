import { defineHandler } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { maskAddress, proofWays } from './proofs.ts'

export default defineHandler('account.proofWays', async (_input, context) => {
  return [...(await proofWays(context))].map(([way, address]) => {
    const label = enumLabel('account.proofWay', way, context.platform)[context.lang]
    return { way, label: address ? `${label} (${maskAddress(address)})` : label }
  })
})
