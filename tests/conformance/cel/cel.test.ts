import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadRegexEngine } from '../../../runtime/core/expressions/regexEngine.ts'
import { celCases, runCelCase } from './celCase.ts'

/** The cases we leave out, by reason. */
const LEFT_OUT = JSON.parse(readFileSync(new URL('./leftOut.json', import.meta.url), 'utf8')) as { reason: string; cases: string[] }[]

describe("CEL's conformance suite", () => {
  const listed = new Set(LEFT_OUT.flatMap(({ cases }) => cases))
  const all = celCases()
  beforeAll(() => loadRegexEngine())

  it('holds in every case that is not left out with a reason', () => {
    const differing = all.filter(({ name }) => !listed.has(name)).map((one) => ({ name: one.name, found: runCelCase(one) }))
    expect(differing.filter(({ found }) => found !== null)).toEqual([])
    expect(differing.length).toBeGreaterThan(1_300)
  })

  it('leaves out no case that holds, and none that does not exist', () => {
    const differs = new Set(all.filter((one) => runCelCase(one) !== null).map(({ name }) => name))
    expect([...listed].filter((name) => !differs.has(name))).toEqual([])
  })
})
