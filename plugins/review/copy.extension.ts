/** Rounds of judging of a competition in another one. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { assertFits, roundsOf } from './round.ts'
import { sheetFailures } from './sheetFailures.ts'

export default defineExtension('competition.part', 'review.round', {
  formFailures: (_field, form) => sheetFailures(form),
  async check(competitionId, context) {
    for (const round of await roundsOf(competitionId, context)) await assertFits({ ...round, competitionId }, context)
  },
})
