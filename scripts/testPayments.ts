/** `npm run test:payments [SEQUENCES]`: random sequences of payment notices, expiry and refunds against a model (default 10,000). `npm test` has the same
 *  test with few. */
import { spawn } from 'node:child_process'

const env = { ...process.env, PAY_SEQUENCES: String(Number(process.argv[2] ?? 10_000)), TEST_SEED: process.env.TEST_SEED ?? 'random' }
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--retry=0', 'tests/server/pay/payments'], {
  stdio: 'inherit',
  env,
})
vitest.once('exit', (code) => process.exit(code ?? 1))
