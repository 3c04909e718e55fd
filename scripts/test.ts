/** `npm test`: everything that must hold before a change is taken - types, lint, checks, all tests. With arguments only vitest runs, on them
 *  (`npm test -- tests/server`). The last line is always `N passed, N failed`. */
import { join } from 'node:path'
import { ensureChromium } from './test/findChromium.ts'
import { printStep, runStep, type Step, type StepResult } from './test/runStep.ts'
import { runVitest } from './test/runVitest.ts'

const begun = performance.now()
const wanted = process.argv.slice(2)

heading('Browser')
const chromium = orStop(ensureChromium)
console.log(chromium)
process.env.CHROMIUM_PATH = chromium
// a process of the run reuses what an earlier one has compiled
process.env.NODE_COMPILE_CACHE ??= join('node_modules', '.cache', 'agon')

const whole = wanted.length === 0
if (whole) {
  heading('Client build')
  const built = await run({ title: 'client build', command: ['node', 'scripts/build.ts'] })
  if (!built.passed) finish(0, 1)
}

// side by side: the tests begin with waiting for a database
heading(whole ? 'Tests, types, lint and check' : 'Tests')
const [steps, { passed, failed }] = await Promise.all([whole ? runStatic() : [], runVitest(wanted)])
finish(passed, failed + steps.filter((step) => !step.passed).length)

function heading(title: string): void {
  console.log(`\n== ${title} (${((performance.now() - begun) / 1000).toFixed(0)} s)`)
}

function runStatic(): Promise<StepResult[]> {
  return Promise.all([
    run({ title: 'types', command: ['node', 'node_modules/typescript/bin/tsc', '--noEmit'] }),
    run({ title: 'lint', command: ['node', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] }),
    run({ title: 'check', command: ['node', 'scripts/check.ts'] }),
  ])
}

async function run(step: Step): Promise<StepResult> {
  const result = await runStep(step)
  printStep(result)
  return result
}

function orStop<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    console.error((error as Error).message)
    return finish(0, 1)
  }
}

function finish(passed: number, failed: number): never {
  heading('Done')
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
