import { defineHandler } from '../../../runtime/core/contracts.ts'
import { localName } from '../grants/identityOptions.ts'
import { maskAddress, proofWays } from './proofs.ts'

export default defineHandler('account.proofWays', async (_input, context) => {
  const { values } = context.platform.get('enum', 'account.proofWay')
  return [...(await proofWays(context))].map(([way, address]) => {
    const label = localName(values.find(({ code }) => code === way)?.label, context.lang) ?? way
    return { way, label: address ? `${label} (${maskAddress(address)})` : label }
  })
})
