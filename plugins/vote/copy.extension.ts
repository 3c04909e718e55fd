/** The vote of a competition in another one: its rules, without ballots. */
import { defineExtension } from '../../runtime/core/contracts.ts'

export default defineExtension('competition.parts', 'vote', {
  after: 'review.round',
  parts: [{ entity: 'vote.setting', fresh: { revision: 1 } }],
})
