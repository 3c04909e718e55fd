/** Votes count in rankings. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { voteCounts } from './voteCounts.ts'

export default defineExtension('ranking.votes', 'vote', voteCounts)
