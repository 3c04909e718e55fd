/** The platform's staff grant a package without payment, with a reason. It starts as a bought one does. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { startTerm } from './terms/startTerm.ts'
import { frozen, readPackage, readTerm } from './terms/term.ts'

export default defineHandler('package.grant', async ({ organisationId, packageId, months, reason }, context) => {
  const { session } = context
  await context.rows.get('organisation.organisation', organisationId)
  await context.lock('packageOf', organisationId)
  const given = frozen(await readPackage(packageId, context))
  const id = await context.rows.create('package.term', { ...given, organisationId, price: 0, months, reason, byId: session.userId! })
  const { startsAt, endsAt } = await startTerm(await readTerm(id, context), context)
  return { id, startsAt, endsAt }
})
