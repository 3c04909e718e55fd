/** From a visit to a work: how many come to each step. Steps that a competition does not have (no fee, no works) are left out. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { listed } from './listed.ts'

interface Counts {
  visit: number
  drafts: number
  submitted: number
  approved: number
  paid: number
  priced: number
  work: number
  works: number
}
const STEPS = ['visit', 'begun', 'submitted', 'approved', 'paid', 'work'] as const

export default defineHandler('signup.funnel', async ({ competitionId, ...page }, context) => {
  const key = `signup:${competitionId}`
  const { rows } = await sql<Counts>`
    SELECT (SELECT coalesce(sum(count), 0)::integer FROM competition_visit WHERE "competitionId" = ${competitionId}) AS visit,
      (SELECT count(DISTINCT d."ownerId")::integer FROM platform_draft d WHERE (d."key" = ${key} OR starts_with(d."key", ${`${key}:`}))
        AND NOT EXISTS (SELECT FROM signup_registration r
          WHERE r."competitionId" = ${competitionId} AND r."userId" = d."ownerId" AND r."submittedAt" IS NOT NULL)) AS drafts,
      count(*)::integer AS submitted,
      count(*) FILTER (WHERE r.status = 4)::integer AS approved,
      count(*) FILTER (WHERE r."payState" = 'paid')::integer AS paid,
      count(*) FILTER (WHERE r."payState" <> 'none')::integer AS priced,
      count(*) FILTER (WHERE EXISTS (SELECT FROM work_work w
        WHERE w."registrationId" = r.id AND w.state = 'submitted' AND w."removedAt" IS NULL))::integer AS work,
      (SELECT count(*)::integer FROM competition_competition c WHERE c.id = ${competitionId} AND c."worksStart" IS NOT NULL) AS works
    FROM signup_registration r WHERE r."competitionId" = ${competitionId} AND r."submittedAt" IS NOT NULL`.execute(context.db)
  const found = rows[0]!
  const counts = { ...found, begun: found.drafts + found.submitted }
  const steps = STEPS.filter((step) => (step === 'paid' ? found.priced > 0 : step !== 'work' || found.works > 0 || found.work > 0))
  const all = steps.map((step) => ({
    step,
    label: enumLabel('signup.funnelStep', step, context.platform),
    count: counts[step],
    // of those who began: visits are no people
    share: step === 'visit' || counts.begun === 0 ? null : counts[step] / counts.begun,
  }))
  return listed(all, page)
})
