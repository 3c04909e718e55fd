/** Whether the person has asked for copies of a certificate, and they are neither sent nor refused yet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

interface Asked {
  certificateId: string
  userId: string
}

export async function hasOpenMailing({ certificateId, userId }: Asked, { db }: Pick<HandlerContext, 'db'>): Promise<boolean> {
  const open = await db
    .selectFrom('certificate_mailing')
    .select('id')
    .where('certificateId', '=', certificateId)
    .where('userId', '=', userId)
    .where('state', 'in', ['unpaid', 'requested'])
    .executeTakeFirst()
  return open !== undefined
}
