/** `npm run test:plans`: plans of the statements that cost most on large tables (`tests/server/database/plans.test.ts`). PLAN_ROWS says how large (30,000), PLAN_TABLE=1
 *  lists the statements. */
import { runVitest } from './test/runVitest.ts'

process.env.LONG = '1'
const { passed, failed } = await runVitest(['tests/server/database/plans.test.ts'])
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
