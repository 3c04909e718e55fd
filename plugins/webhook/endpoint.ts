import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

/** @throws NOT_FOUND when there is none within reach */
export async function readEndpoint(id: string, context: HandlerContext): Promise<Row<'webhook_endpoint'>> {
  await context.call('webhook.manage', { id })
  return (await context.rows.get('webhook.endpoint', id)) as Row<'webhook_endpoint'>
}
