import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sharedList } from './sharedList.ts'

export default defineHandler('review.sharePoolTeam', (input, context) => sharedList(input, true, context))
