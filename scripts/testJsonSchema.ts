/** `npm run test:json-schema -- FOLDER`: runs a checkout of JSON-Schema-Test-Suite (draft 7) through our validators: compiled, precompiled, and the one that reads schemas.
 *  FOLDER holds `draft7/` (or `tests/draft7/`) and `remotes/`. Exit code 1 when a required case differs, when an optional case differs that is not
 *  in `tests/conformance/jsonSchema/differences.json`, or when a case listed there does not differ. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadRegexEngine } from '../runtime/core/expressions/regexEngine.ts'
import { type CaseResult, ENGINES, runSuite } from './jsonSchemaSuite.ts'

interface Difference {
  reason: string
  cases: string[]
}
const DIFFERENCES = new URL('../tests/conformance/jsonSchema/differences.json', import.meta.url)

process.exitCode = await main(process.argv[2])

async function main(folder: string | undefined): Promise<number> {
  const cases = folder && [join(folder, 'draft7'), join(folder, 'tests', 'draft7')].find((path) => existsSync(path))
  if (!folder || !cases) {
    console.error(
      folder ? `${resolve(folder)} holds no draft7/` : 'usage: npm run test:json-schema -- FOLDER (a checkout of JSON-Schema-Test-Suite)',
    )
    return 2
  }
  await loadRegexEngine()
  const remotes = join(folder, 'remotes')
  const results = await runSuite(cases, existsSync(remotes) ? remotes : undefined)
  return report(results, JSON.parse(readFileSync(DIFFERENCES, 'utf8')) as Difference[])
}

function report(results: readonly CaseResult[], differences: readonly Difference[]): number {
  const listed = new Map(differences.flatMap(({ reason, cases }) => cases.map((name) => [name, reason] as const)))
  const failed = results.filter(({ passed }) => !passed)
  const unexpected = failed.filter(({ name }) => isRequired(name) || !listed.has(name))
  const failedNames = new Set(failed.map(({ name }) => name))
  const stale = [...new Set(results.map(({ name }) => name))].filter((name) => listed.has(name) && !failedNames.has(name))
  for (const engine of ENGINES)
    for (const required of [true, false]) {
      const group = results.filter((result) => result.engine === engine && isRequired(result.name) === required)
      const passed = group.filter((result) => result.passed).length
      console.log(`${engine.padEnd(12)} ${required ? 'required' : 'optional'}  ${passed} of ${group.length} cases pass`)
    }
  console.log(`\nDifferences by reason (${DIFFERENCES.pathname.split('/').slice(-4).join('/')}), all of them optional:`)
  for (const { reason, cases } of differences) console.log(`  ${String(cases.length).padStart(4)}  ${reason}`)
  for (const { name, engine, found } of unexpected) console.error(`DIFFERS  ${engine}  ${name}\n         ${found}`)
  for (const name of stale) console.error(`LISTED BUT PASSES  ${name}`)
  console.log(
    unexpected.length + stale.length === 0 ? '\nEvery required case passes.' : `\n${unexpected.length} unexpected, ${stale.length} stale.`,
  )
  return unexpected.length + stale.length === 0 ? 0 : 1
}

function isRequired(name: string): boolean {
  return !name.startsWith('optional/')
}
