/** The votes that a flag is about. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

export async function flaggedBallots(
  { workId, kind, subject, castFrom, castTo }: Row<'vote_flag'>,
  { db, documents }: HandlerContext,
): Promise<string[]> {
  const votes = db
    .selectFrom('vote_ballot')
    .select('id')
    .where('workId', '=', workId)
    .where('castAt', '>=', castFrom)
    .where('castAt', '<=', castTo)
  const { newHours } = documents.settings('vote.anomalies')
  const chosen =
    kind === 'sameDevice'
      ? votes.where('device', '=', subject)
      : kind === 'sameNetwork'
        ? votes.where('network', '=', subject)
        : kind === 'newAccounts'
          ? votes.where(sql<boolean>`"knownSince" > "castAt" - make_interval(hours => ${newHours})`)
          : votes
  return (await chosen.execute()).map(({ id }) => id)
}
