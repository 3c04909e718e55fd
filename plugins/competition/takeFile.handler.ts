/** Orders that the competition of an uploaded file becomes a draft. The job's result names it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownFile } from './file/readFile.ts'
import { orderedFile } from './orderedFile.ts'

export default defineHandler('competition.takeFile', async (input, context) => {
  await ownFile(input.file, context)
  return { jobId: await context.jobs.enqueue('competition.takeInFile', orderedFile(input)) }
})
