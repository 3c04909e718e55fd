/** Whether the person holds a permission on what an order belongs to; for everyone else the order does not exist. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { hasReach, type Placed } from '../../competition/hasReach.ts'

/** @throws NOT_FOUND */
export function assertReach(of: Placed & { id: string }, permission: string, context: Pick<HandlerContext, 'session' | 'fail'>): void {
  if (!hasReach(of, permission, context)) context.fail('NOT_FOUND', { entity: 'pay.order', id: of.id })
}
