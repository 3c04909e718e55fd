/** The platform's staff end a package before its time. What the organisation has made with it stays. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { endTerm } from './terms/endTerm.ts'
import { readTerm } from './terms/term.ts'

export default defineHandler('package.revoke', async ({ id, reason }, context) => {
  await context.lock('packageOf', (await readTerm(id, context)).organisationId)
  return { id, state: await endTerm(await readTerm(id, context), 'revoke', context, { reason }) }
})
