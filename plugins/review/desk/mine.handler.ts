import { defineHandler } from '../../../runtime/core/contracts.ts'
import { judgingOf } from './judgingOf.ts'

export default defineHandler('review.mine', (_, context) => judgingOf(context.session.userId!, context))
