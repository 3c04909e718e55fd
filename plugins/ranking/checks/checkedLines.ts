/** Lines of the working version, each with whether its registration and work still take part. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { signupStatus, workPoolState } from '../../generated/enums.ts'
import type { RankingList } from '../heldList.ts'
import type { LineNow } from '../inputs/changedLines.ts'

export interface CheckedLine extends LineNow {
  registrationId: string | null
  /** Its registration takes part; true where no registration is known. */
  registered: boolean
  /** Its work can be ranked; true where no work is known. */
  accepted: boolean
  /** Its author changed the work after a round that judged it had begun. */
  changed: boolean
}

export async function checkedLines(
  { id, version }: Pick<RankingList, 'id' | 'version'>,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<CheckedLine[]> {
  const { rows } = await sql<CheckedLine>`
    SELECT a.name, a.rank, a.prize, a."prizeName", a.score, a."registrationId"::text, a."workId"::text,
      r.id IS NULL OR r.status = ${signupStatus.registered} AS registered,
      w.id IS NULL OR (w.state = 'submitted' AND w."removedAt" IS NULL AND w."poolState" <> ${workPoolState.rejected}) AS accepted,
      EXISTS (SELECT FROM review_pin p JOIN work_version v ON v.id = p."versionId" WHERE p."workId" = w.id AND v.revision < w.revision) AS changed
    FROM ranking_award a LEFT JOIN signup_registration r ON r.id = a."registrationId" LEFT JOIN work_work w ON w.id = a."workId"
    WHERE a."listId" = ${id} AND a.version = ${version} ORDER BY a.position, a.id`.execute(db)
  return rows
}
