/** What an organisation may still send to many people. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { BulkChannel } from './bulkMessage.ts'

export interface Quota {
  /** Null: not limited. */
  limit: number | null
  used: number
  left: number | null
}
/** What counts the messages of a channel; null: nothing does. */
export const FEATURES = { message: null, mail: 'package.mails', sms: 'package.texts', push: null } as const

/** @param organisationId  null: the platform, which has no limit */
export async function bulkQuota(organisationId: string | null, context: HandlerContext): Promise<Record<BulkChannel, Quota>> {
  const uses = organisationId === null ? [] : await context.rows.features('organisation', organisationId)
  const quota = (channel: BulkChannel): Quota => {
    const { limit = null, used } = uses.find(({ feature }) => feature === FEATURES[channel]) ?? {}
    return { limit, used: used ?? 0, left: limit === null ? null : Math.max(0, limit - (used ?? 0)) }
  }
  return { message: quota('message'), mail: quota('mail'), sms: quota('sms'), push: quota('push') }
}
