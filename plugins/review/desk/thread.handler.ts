import { defineHandler } from '../../../runtime/core/contracts.ts'
import { threadOf } from './thread.ts'

export default defineHandler('review.thread', (place, context) =>
  threadOf(place, { named: true, reader: context.session.userId! }, context),
)
