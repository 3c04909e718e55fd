/** How many are expected, and came. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'

export default defineHandler('checkin.counts', async ({ competitionId }, { db }) => {
  const { rows } = await sql<{ alone: string; members: string; arrived: string }>`
    select (select count(*) from signup_registration r where r."competitionId" = ${competitionId}::bigint and r."status" = ${signupStatus.registered} and not r."isTeam") as "alone",
      (select count(*) from team_member m join signup_registration r on r."id" = m."registrationId"
        where r."competitionId" = ${competitionId}::bigint and r."status" = ${signupStatus.registered} and r."isTeam" and m."state" = 'active') as "members",
      (select count(*) from checkin_arrival a where a."competitionId" = ${competitionId}::bigint and a."undoneAt" is null) as "arrived"`.execute(
    db,
  )
  const { alone, members, arrived } = rows[0]!
  return { expected: Number(alone) + Number(members), arrived: Number(arrived) }
})
