/** `npm test`: everything that must hold before a change is taken - types, lint, checks, all tests. With arguments only vitest runs, on them
 *  (`npm test -- tests/server`). The last line is always `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from './test/findChromium.ts'
import { printStep, runStep, type Step, type StepResult } from './test/runStep.ts'

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

/** vitest prints for people; its JSON gives the totals. A file that could not even be loaded counts as one failure. */
async function runVitest(files: string[]): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'agon-test-report-'))
  const report = join(folder, 'report.json')
  const flags = ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...flags, ...files], { stdio: 'inherit' })
  const [status] = (await once(vitest, 'exit')) as [number | null]
  try {
    const totals = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    const broken = totals.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    )
    const failed = totals.numFailedTests + broken.length
    tellSecondTries(totals)
    return { passed: totals.numPassedTests, failed: status === 0 ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A test that passed at the second try is worth a look. */
function tellSecondTries({ testResults }: VitestReport): void {
  const late = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${relative('.', name)}: ${fullName}\n    ${failureMessages[0]!.split('\n')[0]}`),
  )
  if (late.length > 0) console.log(`\nPassed on a second try only:\n  ${late.join('\n  ')}`)
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    /** The file. */
    name: string
    status: string
    /** `failureMessages` of all tries. */
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
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
