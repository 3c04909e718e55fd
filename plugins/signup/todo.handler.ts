/** What a person who takes part can do next, the first to end first: each with its time and the one address where it is done. Reads only. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { SignupTodoKind } from '../generated/enums.ts'
import { signupStatus as at } from '../generated/enums.ts'

interface Waiting {
  kind: SignupTodoKind
  title: LocalText
  name: string | null
  until: Date | null
  savedAt: Date | null
  address: string
}

const MAX = 30
const ONE = 1
const iso = (moment: Date | null) => (moment === null ? null : new Date(moment).toISOString())

export default defineHandler('signup.todo', async (_input, { db, session, now }) => {
  const me = sql`${session.userId}::bigint`
  const { rows } = await sql<Waiting>`
    with mine as (
      select r.*, c."title", c."signupEnd", c."editEnd", c."supplement", c."worksStart", c."worksEnd", c."memberMode",
        '/personalCenter/' || case when r."isTeam" and c."memberMode" = 'accounts' then 'team/' else 'jingsai/' end || r."id" as page
      from signup_registration r join competition_competition c on c."id" = r."competitionId" and c."published" and c."deletedAt" is null
      where r."userId" = ${me} and r."status" not in (${at.suspended}, ${at.notApproved}, ${at.withdrawn})
    )
    select * from (
      select 'draft' as kind, c."title", null as name, c."signupEnd" as until, d."savedAt",
        coalesce(d."page", '/details/signup?competitionId=' || c."id") as address
      from platform_draft d join competition_competition c on d."key" like 'signup:%' and c."id"::text = split_part(d."key", ':', 2) and c."published" and c."deletedAt" is null
      where d."ownerId" = ${me} and c."signupEnd" > ${now} and not c."paused"
        and not exists (select from signup_registration r where r."competitionId" = c."id" and r."userId" = ${me} and r."status" <> ${at.withdrawn})
      union all
      select 'pay', m."title", m."displayName", o."expiresAt", null, '/pay/' || o."id" from mine m join pay_order o on o."seat" = m."id"::text and o."state" = 'pending'
      union all
      select 'fix', m."title", m."displayName", m."editEnd", null, '/personalCenter/jingsai/' || m."id" || '/fix' from mine m
      where m."status" = ${at.sentBack} and m."supplement" and m."editEnd" > ${now}
      union all
      select case when m."status" = ${at.formNotSubmitted} then 'submitTeam' else 'completeTeam' end, m."title", m."displayName",
        case when m."status" = ${at.teamSentBack} then m."editEnd" else m."signupEnd" end, null, m.page from mine m
      where m."isTeam" and (m."status" in (${at.memberDetailsIncomplete}, ${at.formNotSubmitted}) and m."signupEnd" > ${now}
        or m."status" = ${at.teamSentBack} and m."supplement" and m."editEnd" > ${now})
      union all
      select 'confirm', m."title", m."displayName", m."signupEnd", null, m.page from mine m where m."agreedAt" is null and m."enteredBy" is not null
      union all
      select 'submitWork', m."title", m."displayName", m."worksEnd", null, m.page from mine m
      where m."status" = ${at.registered} and m."worksStart" <= ${now} and m."worksEnd" > ${now}
        and not exists (select from work_work w where w."registrationId" = m."id" and w."state" = 'submitted' and w."removedAt" is null)
      union all
      select 'fillDetails', c."title", r."displayName", c."signupEnd", null, '/personalCenter/team/' || r."id"
      from team_member t join signup_registration r on r."id" = t."registrationId" and r."openCount" >= ${ONE} join competition_competition c on c."id" = r."competitionId"
      where t."userId" = ${me} and r."userId" <> ${me} and t."state" = 'active' and t."completedAt" is null and c."signupEnd" > ${now}
        and r."status" = ${at.memberDetailsIncomplete}
      union all
      select 'place', c."title", w."displayName", w."offerUntil", null, '/personalCenter/waiting/' || w."id"
      from signup_waiting w join competition_competition c on c."id" = w."competitionId"
      where w."userId" = ${me} and w."status" = 'offered' and w."offerUntil" > ${now}
    ) waiting order by until nulls last, kind limit ${MAX}`.execute(db)
  return { list: rows.map((row) => ({ ...row, until: iso(row.until), savedAt: iso(row.savedAt) })) }
})
