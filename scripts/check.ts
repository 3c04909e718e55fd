/** `npm run check`: what types and lint cannot see - import arrows, product words, dead code, documents, generated types. Everything runs, then
 *  all failures are printed at once. */
import { checkImportArrows } from './check/import-arrows.ts'
import { checkProductWords } from './check/product-words.ts'
import { readSources } from './check/read-sources.ts'
import { printStep, runStep, type StepResult } from './test/run-step.ts'

const sources = readSources(process.cwd())
const results = await Promise.all([
  rule('import arrows', () => checkImportArrows(sources)),
  rule('product words', () => checkProductWords(sources)),
  runStep({ title: 'dead code', command: ['node', 'node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'] }),
  runStep({ title: 'documents', command: ['node', 'scripts/check-schemas.ts'] }),
  runStep({ title: 'generated types', command: ['node', 'scripts/generate.ts', '--check'] }),
])
for (const result of results) printStep(result)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1

async function rule(title: string, find: () => string[]): Promise<StepResult> {
  const begun = performance.now()
  const failures = find()
  return { title, passed: failures.length === 0, output: failures.join('\n'), seconds: (performance.now() - begun) / 1000 }
}
