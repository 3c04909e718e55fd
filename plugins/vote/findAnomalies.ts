/** Finds votes of a competition that are alike: bursts, new accounts, one device, one network. Each anomaly is stored once as a flag with its figures,
 *  which are updated until someone has decided on it. The limits are in the settings `vote.anomalies`. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Seconds of the window in which a burst is counted. */
const WINDOW = 600

/** @returns number of flags that were not known before */
export async function findAnomalies(competitionId: string, { db, now, documents }: HandlerContext): Promise<number> {
  const at = documents.settings('vote.anomalies')
  const { rows } = await sql<{ isNew: boolean }>`
    WITH votes AS (SELECT * FROM vote_ballot WHERE "competitionId" = ${competitionId} AND state = 'counted'),
    totals AS (SELECT "workId", count(*)::integer AS total FROM votes GROUP BY 1),
    marked AS (
      SELECT "workId", "castAt", voter, 'burst' AS kind, to_char(to_timestamp(floor(extract(epoch FROM "castAt") / ${WINDOW}) * ${WINDOW}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI') AS subject FROM votes
      UNION ALL SELECT "workId", "castAt", voter, 'newAccounts', 'new' FROM votes WHERE "knownSince" > "castAt" - make_interval(hours => ${at.newHours})
      UNION ALL SELECT "workId", "castAt", voter, 'sameDevice', device FROM votes WHERE device IS NOT NULL
      UNION ALL SELECT "workId", "castAt", voter, 'sameNetwork', network FROM votes WHERE network IS NOT NULL
    ),
    groups AS (
      SELECT "workId", kind, subject, count(DISTINCT voter)::integer AS votes, min("castAt") AS first, max("castAt") AS last FROM marked GROUP BY 1, 2, 3
    ),
    limits (kind, least, part) AS (VALUES
      ('burst', ${at.burstVotes}::integer, ${at.burstPart}::integer), ('newAccounts', ${at.newVotes}, ${at.newPart}),
      ('sameDevice', ${at.deviceVotes}, 0), ('sameNetwork', ${at.networkVotes}, ${at.networkPart}))
    INSERT INTO vote_flag ("competitionId", "organisationId", "workId", kind, subject, votes, total, "castFrom", "castTo", state, "foundAt")
    SELECT ${competitionId}, w."organisationId", w.id, g.kind, g.subject, g.votes, t.total, g.first, g.last, 'open', ${now.toISOString()}
    FROM groups g JOIN limits l USING (kind) JOIN totals t ON t."workId" = g."workId" JOIN work_work w ON w.id = g."workId"
    WHERE g.votes >= l.least AND g.votes * 100 >= l.part * t.total
    ON CONFLICT ("workId", kind, subject) DO UPDATE SET votes = excluded.votes, total = excluded.total, "castFrom" = excluded."castFrom", "castTo" = excluded."castTo",
      "updatedAt" = now() WHERE vote_flag.state = 'open'
    RETURNING (xmax = 0) AS "isNew"`.execute(db)
  return rows.filter(({ isNew }) => isNew).length
}
