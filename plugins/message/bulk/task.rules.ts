/** A cancelled sending: messages that wait are skipped and given back to the quota. */
import { defineRules } from '../../../runtime/core/contracts.ts'
import { skipBulk } from './settleBulk.ts'

export default defineRules('message.task', {
  afterTransition: {
    cancel: ({ id }, context) => skipBulk({ taskIds: [id], reason: 'cancelled' }, context),
  },
})
