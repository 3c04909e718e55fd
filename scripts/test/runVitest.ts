/** Runs vitest, and the files that failed once more, each from its own beginning: a new process, a new database, a new browser. A test that is tried again
 *  in the world that its first try has left meets its own rows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

export interface Totals {
  passed: number
  failed: number
}

export interface VitestReport {
  testResults: {
    /** The file. */
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** With more of them the fault is not a machine that is busy elsewhere. */
const MAX_TRIED_AGAIN = 30
/** What was too slow beside three other files has the machine to itself at its second try. */
const WORKERS_OF_SECOND_TRY = 1

/** @param wanted  files or folders; none: all */
export async function runVitest(wanted: readonly string[]): Promise<Totals> {
  const first = await runOnce(wanted)
  if (first === undefined) return { passed: 0, failed: 1 }
  const again = failedFiles(first)
  if (again.length === 0 || again.length > MAX_TRIED_AGAIN) return totalsOf(first)
  console.log(`\nTried again, each from its own beginning:\n  ${again.map((file) => relative('.', file)).join('\n  ')}`)
  const second = (await runOnce([`--maxWorkers=${WORKERS_OF_SECOND_TRY}`, ...again])) ?? { testResults: [] }
  const late = lateTests(first, second)
  if (late.length > 0) console.log(`\nPassed on a second try only:\n  ${late.join('\n  ')}`)
  return totalsOf(mergeReports(first, second))
}

/** vitest prints for people; its JSON gives the totals. Undefined when it did not come that far. */
async function runOnce(args: readonly string[]): Promise<VitestReport | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'agon-test-report-'))
  const report = join(folder, 'report.json')
  const flags = ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...flags, ...args], { stdio: 'inherit' })
  const [status] = (await once(vitest, 'exit')) as [number | null]
  try {
    const read = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    // vitest itself found something that belongs to no test
    return status === 0 || failedFiles(read).length > 0 ? read : undefined
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Files with a failed test, and those that could not even be loaded. */
export function failedFiles({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status, assertionResults }) => status === 'failed' || assertionResults.some((test) => test.status === 'failed'))
    .map(({ name }) => name)
}

/** What a file said at its second try counts in place of the first; a file that did not come to a second one keeps what it said. */
export function mergeReports(first: VitestReport, second: VitestReport): VitestReport {
  const later = new Map(second.testResults.map((file) => [file.name, file]))
  return { testResults: first.testResults.map((file) => later.get(file.name) ?? file) }
}

/** A file that could not be loaded counts as one failure. */
export function totalsOf({ testResults }: VitestReport): Totals {
  const count = (wanted: string) => testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === wanted).length
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: count('passed'), failed: count('failed') + broken.length }
}

/** A test that passed at the second try is worth a look: its name and why it failed first. */
export function lateTests(first: VitestReport, second: VitestReport): string[] {
  const passed = new Set(
    second.testResults.flatMap((file) =>
      file.assertionResults.filter(({ status }) => status === 'passed').map((test) => `${file.name} ${test.fullName}`),
    ),
  )
  return first.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, fullName }) => status === 'failed' && passed.has(`${name} ${fullName}`))
      .map(({ fullName, failureMessages }) => `${relative('.', name)}: ${fullName}\n    ${(failureMessages[0] ?? '').split('\n')[0]}`),
  )
}
