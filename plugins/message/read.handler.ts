/** Marks own messages as read; without ids all of them. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { markOwn } from './inbox.ts'

export default defineHandler('message.read', ({ ids }, context) => markOwn(context, 'readAt', { ids, at: context.now.toISOString() }))
