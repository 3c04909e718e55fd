/** `npm run check`: what types and lint cannot see - import arrows, product words, dead code, documents and how they are printed,
 *  generated types. Everything runs, then all failures are printed at once. */
import type { Platform } from '../runtime/core/platform.ts'
import { checkDatabaseClients } from './check/database-clients.ts'
import { checkImportArrows } from './check/import-arrows.ts'
import { checkProductWords } from './check/product-words.ts'
import { readSources } from './check/read-sources.ts'
import { checkDocuments } from './check-schemas/check-documents.ts'
import { misprinted } from './format/printedFiles.ts'
import { outOfDate } from './generate/generate-files.ts'
import { printStep, runStep, type StepResult } from './test/run-step.ts'

const root = process.cwd()
const deadCode = runStep({ title: 'dead code', command: ['node', 'node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'] })
const sources = readSources(root)
const results = [
  await rule('import arrows', () => checkImportArrows(sources)),
  await rule('product words', () => checkProductWords(sources)),
  await rule('database clients', () => checkDatabaseClients(sources)),
  await rule('print of documents', () => misprinted(root)),
]
let platform: Platform | undefined
results.push(
  await rule('documents', () => {
    const checked = checkDocuments(root)
    platform = checked.platform
    return checked.failures ? [checked.failures] : []
  }),
  await rule('generated types', () => outOfDate(root, platform)),
  await deadCode,
)
for (const result of results) printStep(result)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1

async function rule(title: string, find: () => string[] | Promise<string[]>): Promise<StepResult> {
  const begun = performance.now()
  const failures = await find()
  return { title, passed: failures.length === 0, output: failures.join('\n'), seconds: (performance.now() - begun) / 1000 }
}
