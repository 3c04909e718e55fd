/** What people and teams describe themselves by. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { allLabels } from './allLabels.ts'

export default defineHandler('team.labels', (_, context) => ({ list: allLabels(context) }))
