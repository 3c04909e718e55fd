/** The thread of one computation: imports the plugin's file, runs it over the data, and hands its result over. It has no database and no rights. */
import type { Computation } from '../../core/contracts.ts'
import type { ComputationQuestions, ComputationTask } from './createComputations.ts'
import { askServer, runWork } from './workerTalk.ts'

await runWork(async ({ file, data }: ComputationTask) => {
  const { default: computation } = (await import(file)) as { default: Computation<unknown> }
  const result = await computation.run(data, (done) => askServer<ComputationQuestions>('progress', done).then(() => undefined))
  await askServer<ComputationQuestions>('result', result)
})
