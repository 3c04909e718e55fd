/** Every minute: brings the rows behind all figures up to date. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { bringFigures } from './bringFigures.ts'

export default defineHandler('data.refresh', async (_input, context) => {
  await context.lock('dataRefresh', 'all')
  return { written: await bringFigures(context) }
})
