/** Takes own messages out of the inbox. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { markOwn } from './inbox.ts'

export default defineHandler('message.remove', ({ ids }, context) => markOwn(context, 'removedAt', { ids, at: context.now.toISOString() }))
