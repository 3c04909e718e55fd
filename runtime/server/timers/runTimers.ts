/** Runs the timers of a platform: every due row in a transaction of its own, so that a failure keeps no other from its turn. */
import type { CallRun } from '../calls/CallRun.ts'
import { tellWritten } from '../calls/tellWritten.ts'
import { inTransaction } from '../calls/transaction.ts'
import type { ServerDeps } from '../serverContext.ts'
import type { Timer } from './compileTimer.ts'

const BATCH = 200
/** Rows of one timer in one round; the rest come in the next. */
const MAX = 20_000

interface Round extends Pick<ServerDeps, 'logger'> {
  /** Outside of a transaction. */
  run: CallRun
}

/** @returns how many rows they acted on */
export async function runTimers(timers: readonly Timer[], every: 'minute' | 'hour', round: Round): Promise<number> {
  let acted = 0
  for (const timer of timers) if ((timer.document.every ?? 'hour') === every) acted += await runTimer(timer, round)
  return acted
}

/** A row that fails is reported in the log and tried again in the next round. */
async function runTimer(timer: Timer, { run, logger }: Round): Promise<number> {
  let acted = 0
  let after = '0'
  const max = timer.document.most ?? MAX
  for (let seen = 0; seen < max; ) {
    const asked = Math.min(BATCH, max - seen)
    const rows = await timer.due(run, after, asked)
    for (const row of rows) {
      try {
        const isDone = await inTransaction(run.pool, async (transaction) => {
          const inner = run.with({ transaction })
          const done = await timer.act(inner, row)
          if (done) await tellWritten(inner, transaction)
          return done
        })
        if (isDone) acted += 1
      } catch (error) {
        logger.error({ err: error, timer: timer.document.id, row: row.id }, 'a timer failed on a row')
      }
    }
    seen += rows.length
    if (rows.length < asked) break
    after = rows.at(-1)!.id
  }
  return acted
}
