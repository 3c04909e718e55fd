/** Puts removed messages back into the inbox. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { markOwn } from './inbox.ts'

export default defineHandler('message.restore', ({ ids }, context) => markOwn(context, 'removedAt', { ids, at: null }))
