import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadRegexEngine } from '../../../runtime/core/expressions/regexEngine.ts'
import { type CaseResult, ENGINES, runSuite } from '../../../scripts/jsonSchemaSuite.ts'

const CASES = fileURLToPath(new URL('./cases', import.meta.url))

describe('draft 7 (own cases; the whole suite runs with `npm run test:json-schema -- FOLDER`)', () => {
  let results: CaseResult[]
  beforeAll(async () => {
    await loadRegexEngine()
    results = await runSuite(CASES)
  })

  it.each(ENGINES)('every case holds when the schema is %s', (engine) => {
    const mine = results.filter((result) => result.engine === engine)
    expect(mine.filter(({ passed }) => !passed)).toEqual([])
    expect(mine.length).toBeGreaterThan(80)
  })
})
