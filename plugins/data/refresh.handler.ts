/** Every minute: brings the rows behind all figures up to date, in short transactions under one lock. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { bringFigures } from './bringFigures.ts'

/** Other work of the minute waits for this one. */
const BUDGET_MS = 30_000

export default defineHandler(
  'data.refresh',
  async (_input, { jobs }) =>
    bringFigures(
      (work) =>
        jobs.write(async (context) => {
          await context.lock('dataRefresh', 'all')
          return work(context)
        }),
      BUDGET_MS,
    ),
  { waits: 'worker' },
)
