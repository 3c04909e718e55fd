/** Progress of a job as server-sent events, until it is done. What is stored now comes first, so that nothing is missed. */
import { defineHandler } from '../../../core/contracts.ts'
import { isOver, jobTopic } from '../../jobs/describeJob.ts'
import { readOwnJob } from '../../jobs/readOwnJob.ts'
import { sendEvents } from '../../wire/sendEvents.ts'

export default defineHandler('platform.job.events', async ({ id }, context) => {
  await readOwnJob(id, context)
  sendEvents(context, async (send, signal) => {
    const notices = context.messages.subscribe(jobTopic(id), signal)[Symbol.asyncIterator]()
    // listening begins with the first `next`; what is stored is read after that
    let pending = notices.next()
    let view = await readOwnJob(id, context)
    send('job', view)
    while (!isOver(view)) {
      if ((await pending).done) return
      pending = notices.next()
      view = await readOwnJob(id, context)
      send('job', view)
    }
  })
})
