import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { shareAddress } from './shareLink.ts'

export default defineHandler('review.shares', async ({ competitionId, pageNum = 1, pageSize = 20 }, context) => {
  const found = context.db
    .selectFrom('review_share as s')
    .innerJoin('review_round as r', 'r.id', 's.roundId')
    .leftJoin('signup_registration as g', 'g.id', 's.registrationId')
    .where('s.competitionId', '=', competitionId)
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['s.id', 's.name', 's.registrationId', 's.expiresAt', 's.revokedAt', 's.opened', 's.openedAt'])
    .select(['r.title as round', 'g.displayName as team'])
    .orderBy('s.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const isoOf = (at: string | null) => (at === null ? null : new Date(at).toISOString())
  const list = await Promise.all(
    rows.map(async ({ registrationId, expiresAt, revokedAt, openedAt, round, ...row }) => {
      const works = revokedAt === null && Date.parse(expiresAt) > context.now.getTime()
      const address = works ? await shareAddress(row.id, registrationId, context) : null
      const times = { expiresAt: isoOf(expiresAt)!, revokedAt: isoOf(revokedAt), openedAt: isoOf(openedAt) }
      return { ...row, ...times, round: round as LocalText, works, address }
    }),
  )
  return { list, total: Number(total), pageNum, pageSize }
})
