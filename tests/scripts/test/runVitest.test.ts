import { expect, it } from 'vitest'
import { failedFiles, lateTests, mergeReports, totalsOf, type VitestReport } from '../../../scripts/test/runVitest.ts'

type Tests = Record<string, string>

function file(name: string, tests: Tests, status = Object.values(tests).includes('failed') ? 'failed' : 'passed') {
  const assertionResults = Object.entries(tests).map(([fullName, each]) => ({
    status: each,
    fullName,
    failureMessages: each === 'failed' ? [`Error: ${fullName}\n    at x`] : [],
  }))
  return { name, status, assertionResults }
}

const report = (...testResults: VitestReport['testResults']): VitestReport => ({ testResults })

it('[RETRY-1] tries a file again as a whole: with a failed test, and one that could not be loaded', () => {
  const first = report(file('a', { one: 'passed', two: 'failed' }), file('b', {}, 'failed'), file('c', { one: 'passed', left: 'skipped' }))
  expect(failedFiles(first)).toEqual(['a', 'b'])
  expect(totalsOf(first)).toEqual({ passed: 2, failed: 2 })
})

it('[RETRY-2] counts what a file said at its second try, and names the tests that needed it', () => {
  const first = report(file('a', { one: 'passed', two: 'failed', three: 'failed' }), file('b', { one: 'passed' }))
  const second = report(file('a', { one: 'passed', two: 'passed', three: 'failed' }))
  expect(totalsOf(mergeReports(first, second))).toEqual({ passed: 3, failed: 1 })
  expect(lateTests(first, second)).toEqual(['a: two\n    Error: two'])
})

it('[RETRY-3] keeps what a file said that did not come to a second try', () => {
  const first = report(file('a', { one: 'failed' }), file('b', { one: 'failed' }))
  expect(totalsOf(mergeReports(first, report(file('a', { one: 'passed' }))))).toEqual({ passed: 1, failed: 1 })
})
