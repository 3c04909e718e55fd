import { defineHandler } from '../../../runtime/core/contracts.ts'
import { judgedWork } from './judgedWork.ts'
import { threadOf } from './thread.ts'

export default defineHandler('review.thread', async (input, context) =>
  threadOf(await judgedWork(input, context), { named: true, reader: context.session.userId! }, context),
)
