/** `npm run test:faults [ROUNDS]`: the fault tests for long - PostgreSQL is stopped and killed ROUNDS times (default 60) under load, and thousands of
 *  sessions are ended. `npm test` has the same tests with few. */
import { spawn } from 'node:child_process'

const rounds = Number(process.argv[2] ?? 60)
const env = { ...process.env, FAULT_ROUNDS: String(rounds), FAULT_KILLS: String(rounds * 40) }
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--retry=0', 'tests/server/faults'], {
  stdio: 'inherit',
  env,
})
vitest.once('exit', (code) => process.exit(code ?? 1))
