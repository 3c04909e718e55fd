/** A competition as it is approved: its fields, and its status of approval. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { describeChanges, describeSnapshot } from './snapshot.ts'
import { setCompetitionState } from './submission.ts'

export default defineExtension('audit.subject', 'competition', {
  describe: describeSnapshot,
  compare: describeChanges,
  settle: ({ competitionId }, outcome, _reason, context) => setCompetitionState(competitionId!, outcome, context),
  title: () => Promise.resolve(null),
})
