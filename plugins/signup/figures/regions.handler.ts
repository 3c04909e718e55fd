/** Registrations by the province of the school that they name. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { listed } from './listed.ts'
import { schoolCounts } from './schoolCounts.ts'

const OTHER = 'other'

export default defineHandler('signup.regions', async ({ competitionId, ...page }, context) => {
  const groups = Map.groupBy(await schoolCounts(competitionId, context.db), ({ region }) => region ?? OTHER)
  const all = [...groups].map(([region, schools]) => ({
    region,
    label: region === OTHER ? context.text('signup.otherRegion') : enumLabel('organisation.region', region, context.platform),
    submitted: schools.reduce((sum, { submitted }) => sum + submitted, 0),
    approved: schools.reduce((sum, { approved }) => sum + approved, 0),
  }))
  return listed(
    all.toSorted((one, other) => other.submitted - one.submitted),
    page,
  )
})
