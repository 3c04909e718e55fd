/** Long computations of plugins (`plugins/<area>/<name>.computation.ts`), each in a thread of its own: requests are answered meanwhile, and its memory is
 *  given back at its end. */
import { pathToFileURL } from 'node:url'
import type { Computation } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { findComputations } from '../findPlugins.ts'
import type { ServerDeps } from '../serverContext.ts'
import { runThread } from './workerTalk.ts'

const THREAD = new URL('./computation.worker.ts', import.meta.url)

export interface ComputationTask {
  /** Address of the module. */
  file: string
  data: unknown
}

/** What the thread tells the server. */
export interface ComputationQuestions {
  [name: string]: (value: never) => Promise<unknown>
  progress(done: number): Promise<void>
  result(value: unknown): Promise<void>
}

export interface ComputationsService {
  run<I, O>(computation: Pick<Computation<I, O>, 'name'>, data: I, progress?: (done: number) => Promise<void>): Promise<O>
  /** Ends what runs. */
  stop(): void
}

export function createComputations({ config }: Pick<ServerDeps, 'config'>): ComputationsService {
  const files = new Map(config.folders.flatMap(findComputations).map(({ name, file }) => [name, pathToFileURL(file).href]))
  const stopped = new AbortController()
  return {
    async run<O>({ name }: { name: string }, data: unknown, progress: (done: number) => Promise<void> = async () => {}) {
      const file = files.get(name)
      if (file === undefined) throw new AgonError('SERVER_FAULT', { message: `no computation "${name}"` })
      let result: unknown
      const questions: ComputationQuestions = {
        progress,
        result: async (value: unknown) => {
          result = value
        },
      }
      await runThread(THREAD, { file, data } satisfies ComputationTask, questions, stopped.signal)
      return result as O
    },
    stop: () => stopped.abort(),
  }
}
