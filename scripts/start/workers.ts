/** `--workers N`: N processes of the server on one port, by Node's cluster. The process that keeps them holds no server itself; with the embedded database
 *  it is the one that runs it. Each worker is a whole node, as if it stood behind a load balancer: they agree through the database. */
import cluster, { type Worker } from 'node:cluster'

/** What a worker receives from the process that keeps it. */
export interface WorkerTask {
  databaseUrl: string
  /** Makes the tables, fills the demonstration and welcomes; the others come once it listens. */
  isFirst: boolean
}

export interface Workers {
  /** Settles when all of them listen. @throws when the first one ends before it does */
  begun: Promise<void>
  /** A new process takes the place of each, one after another; each old one drains first. One that does not come up leaves the old one in place. Asked for
   *  again meanwhile, it is the same round. */
  renew(): Promise<void>
  stop(): Promise<void>
}

export interface WorkersOptions {
  count: number
  databaseUrl: string
  env: NodeJS.ProcessEnv
  note: (line: string) => void
}

const TASK = 'AGON_WORKER'
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Who has listened for so long ended for another reason than its start. */
const SETTLED_MS = 60_000

/** Null in a process that is no worker. */
export function workerTask(env: NodeJS.ProcessEnv): WorkerTask | null {
  const task = env[TASK]
  return cluster.isWorker && task ? (JSON.parse(task) as WorkerTask) : null
}

/** @param options `count`: processes; `env`: their environment, where METRICS_PORT is that of the first and the next ones follow */
export function startWorkers({ count, databaseUrl, env, note }: WorkersOptions): Workers {
  const kept = new Map<number, Worker>()
  let stopping = false
  let renewing: Promise<void> | undefined

  function fork(number: number, isFirst: boolean): Worker {
    const metrics = env.METRICS_PORT ? { METRICS_PORT: String(Number(env.METRICS_PORT) + number - 1) } : {}
    return cluster.fork({ ...metrics, [TASK]: JSON.stringify({ databaseUrl, isFirst } satisfies WorkerTask) })
  }

  function keep(number: number, worker: Worker): void {
    kept.set(number, worker)
    const since = Date.now()
    worker.once('exit', (code, signal) => {
      if (stopping || kept.get(number) !== worker) return
      note(`process ${number} ended (${signal ?? code}): another one takes its place`)
      void replace(number, Date.now() - since > SETTLED_MS ? FIRST_PAUSE_MS : FIRST_PAUSE_MS * 2)
    })
  }

  async function replace(number: number, pauseMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (stopping) return
    const worker = fork(number, false)
    kept.set(number, worker)
    const isUp = await listens(worker)
    // a renewal has put another one in its place meanwhile
    if (kept.get(number) !== worker) return
    if (isUp) keep(number, worker)
    else await replace(number, Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
  }

  async function begin(): Promise<void> {
    const first = fork(1, true)
    kept.set(1, first)
    const isUp = await listens(first)
    if (stopping) return
    if (!isUp) throw new Error('the first of the processes ended before it listened')
    keep(1, first)
    const others = Array.from({ length: count - 1 }, (_, at) => replace(at + 2, 0))
    await Promise.all(others)
  }

  async function renewAll(): Promise<void> {
    for (const [number, old] of [...kept]) {
      if (stopping) return
      const worker = fork(number, false)
      if (!(await listens(worker))) note(`process ${number} was not renewed: the new one ended before it listened`)
      else {
        keep(number, worker)
        await end(old)
      }
    }
  }

  return {
    begun: begin(),
    renew: () => {
      renewing ??= renewAll().finally(() => {
        renewing = undefined
      })
      return renewing
    },
    stop: async () => {
      stopping = true
      // those that are still starting as well
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)))
    },
  }
}

/** @returns false when it ended instead */
function listens(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(true))
    worker.once('exit', () => resolve(false))
  })
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill('SIGTERM')
  await ended
}
