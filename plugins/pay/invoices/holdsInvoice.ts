/** Whether the person holds a permission on every competition whose orders are on an invoice: it may take orders of several competitions of one organisation. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import type { LockedInvoice } from './lockInvoice.ts'

export function holdsInvoice({ invoice, lines }: LockedInvoice, permission: string, { session }: Pick<HandlerContext, 'session'>): boolean {
  const holds = (scope: string, object: string | null) => {
    const objects = objectsWith(session, permission, scope)
    return objects === null || (object !== null && objects.includes(object))
  }
  return (
    holds('organisation', invoice.organisationId) || [invoice, ...lines].every(({ competitionId }) => holds('competition', competitionId))
  )
}

/** For everyone else the invoice does not exist. @throws NOT_FOUND */
export function assertHoldsInvoice(locked: LockedInvoice, permission: string, context: Pick<HandlerContext, 'session' | 'fail'>): void {
  if (!holdsInvoice(locked, permission, context)) context.fail('NOT_FOUND', { entity: 'pay.invoice', id: locked.invoice.id })
}
