import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sharedList } from './sharedList.ts'

export default defineHandler('review.sharePool', (input, context) => sharedList(input, false, context))
