/** Orders that an uploaded competition file is looked at, or becomes a draft. The job's result is the report, or names the draft. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { ownFile } from './file/readFile.ts'

export default defineHandler('competition.orderFile', async ({ job, title, ...order }, context) => {
  await ownFile(order.file, context)
  return { jobId: await context.jobs.enqueue(job, { ...order, ...(title && { title: wholeText(title.zh.trim(), title.en?.trim())! }) }) }
})
