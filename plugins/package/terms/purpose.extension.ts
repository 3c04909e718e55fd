/** Orders for a package of an organisation. The platform sells it, so the income is its own; the term follows the order. */
import { defineExtension } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { endTerm } from './endTerm.ts'
import { startTerm } from './startTerm.ts'
import { readTerm } from './term.ts'

export default defineExtension('pay.purpose', 'package', {
  async lock({ termId }, context) {
    await context.lock('packageOf', (await readTerm(termId!, context)).organisationId)
  },
  async assertPayer({ id, termId }, context) {
    const { organisationId } = await readTerm(termId!, context)
    const payers = objectsWith(context.session, 'editPay', 'organisation')
    if (payers !== null && !payers.includes(organisationId)) context.fail('NOT_FOUND', { entity: 'pay.order', id })
  },
  seat: ({ termId }) => `p${termId}`,
  // money for a term that something newer has taken the place of goes back
  async revive({ termId }, context) {
    const { id, organisationId, state } = await readTerm(termId!, context)
    const newer = await context.db
      .selectFrom('package_term')
      .select('id')
      .where('organisationId', '=', organisationId)
      .where('id', '>', id)
      .where('state', 'in', ['ordered', 'active'])
      .executeTakeFirst()
    if (newer || state !== 'cancelled') return false
    await context.rows.transition('package.life', 'reopen', id)
    return true
  },
  lapse: () => Promise.resolve({}),
  async settle({ state, termId }, context) {
    const term = await readTerm(termId!, context)
    if (state === 'paid' && (term.state === 'ordered' || term.state === 'cancelled')) await startTerm(term, context)
    else if (state === 'closed' && term.state === 'ordered') await context.rows.transition('package.life', 'cancel', term.id)
    else if (state === 'refunded' && term.state === 'active') await endTerm(term, 'cancel', context)
  },
  transferAccount: (_order, context) => Promise.resolve(context.documents.settings('package.terms').transferAccount || null),
  holdHours: (_order, context) => Promise.resolve(context.documents.settings('package.terms').holdHours),
})
