/** Long computations of plugins (`plugins/<area>/<name>.computation.ts`), each in a thread of its own: requests are answered meanwhile, and its memory is
 *  given back at its end. One person has one that runs and two that wait. */
import { pathToFileURL } from 'node:url'
import type { Computation } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { findComputations } from '../findPlugins.ts'
import type { ServerDeps } from '../serverContext.ts'
import { createTurns, EACH_PERSON } from './createTurns.ts'
import { endsIn } from './endsIn.ts'
import { runThread } from './workerTalk.ts'

const THREAD = new URL('./computation.worker.ts', import.meta.url)
const ALL = { running: 2, waiting: 30 }
const MAX_SECONDS = 600

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

export interface ComputationOrder {
  /** The person, or what stands for one. */
  whose: string
  progress?: ((done: number) => Promise<void>) | undefined
}

export interface ComputationsService {
  /** @throws what it throws; COMPUTATION_TOO_LONG; BUSY while too many wait */
  run<I, O>(computation: Pick<Computation<I, O>, 'name'>, data: I, order: ComputationOrder): Promise<O>
  /** Ends what runs. */
  stop(): void
}

/** @param seconds  that a computation has */
export function createComputations({ config }: Pick<ServerDeps, 'config'>, seconds = MAX_SECONDS): ComputationsService {
  const files = new Map(config.folders.flatMap(findComputations).map(({ name, file }) => [name, pathToFileURL(file).href]))
  const stopped = new AbortController()
  const inTurn = createTurns('a computation', ALL, EACH_PERSON)
  return {
    async run<O>({ name }: { name: string }, data: unknown, { whose, progress = async () => {} }: ComputationOrder) {
      const file = files.get(name)
      if (file === undefined) throw new AgonError('SERVER_FAULT', { message: `no computation "${name}"` })
      let result: unknown
      const questions: ComputationQuestions = {
        progress,
        result: async (value: unknown) => {
          result = value
        },
      }
      await inTurn(whose, () => {
        const limit = endsIn(seconds, new AgonError('COMPUTATION_TOO_LONG', { name, seconds }), stopped.signal)
        return runThread(THREAD, { file, data } satisfies ComputationTask, questions, limit.signal).finally(limit.clear)
      })
      return result as O
    },
    stop: () => stopped.abort(),
  }
}
