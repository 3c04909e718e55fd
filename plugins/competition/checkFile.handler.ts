/** Orders a look at an uploaded competition file. The job's result is the report. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownFile } from './file/readFile.ts'
import { orderedFile } from './orderedFile.ts'

export default defineHandler('competition.checkFile', async (input, context) => {
  await ownFile(input.file, context)
  return { jobId: await context.jobs.enqueue('competition.reportFile', orderedFile(input)) }
})
