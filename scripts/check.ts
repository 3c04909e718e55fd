/** `npm run check`: everything that types and lint cannot check - file names, forbidden imports and import cycles, product words, dead code, documents and how they
 *  are printed, generated types. All checks run, then all failures are printed together. */
import { readFileSync } from 'node:fs'
import type { Platform, RawDocument } from '../runtime/core/platform.ts'
import { loadFiles } from '../runtime/server/documents/loadFiles.ts'
import { loadRenames } from '../runtime/server/documents/loadRenames.ts'
import { checkAreaBorders } from './check/areaBorders.ts'
import { checkWording } from './check/checkWording.ts'
import { checkCodeWords } from './check/codeWords.ts'
import { checkCommitSubjects, readCommits } from './check/commitSubjects.ts'
import { checkDatabaseClients } from './check/databaseClients.ts'
import { checkDecisions } from './check/decisions.ts'
import { checkDecoderPlaces } from './check/decoderPlaces.ts'
import { checkDeveloperWords } from './check/developerWords.ts'
import { checkDocstrings } from './check/docstrings.ts'
import { checkFileNames, listFiles } from './check/fileNames.ts'
import { checkForbiddenImports } from './check/forbiddenImports.ts'
import { checkImportCycles } from './check/importCycles.ts'
import { checkLeafAreas } from './check/leafAreas.ts'
import { checkLibraryPlaces } from './check/libraryPlaces.ts'
import { checkLongExpressions } from './check/longExpressions.ts'
import { checkPageNesting } from './check/pageNesting.ts'
import { checkProductWords } from './check/productWords.ts'
import { checkRawWrites } from './check/rawWrites.ts'
import { readGlossary } from './check/readGlossary.ts'
import { readSources } from './check/readSources.ts'
import { readTextPairs } from './check/readTextPairs.ts'
import { checkRenamedIds, handlersOfFiles, idsOfFiles, RELEASED_FILE } from './check/renamedIds.ts'
import { BUDGET_FILE, checkRaises, checkSizes, measureSizes, readRaises, type Sizes, sizeWords } from './check/sizes.ts'
import { checkDocuments } from './checkSchemas/checkDocuments.ts'
import { readDecisions } from './decisions/readDecisions.ts'
import { misprinted } from './format/printedFiles.ts'
import { outOfDate } from './generate/generateFiles.ts'
import { printStep, runStep, type StepResult } from './test/runStep.ts'

const root = process.cwd()
const deadCode = runStep({ title: 'dead code', command: ['node', 'node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'] })
const sources = readSources(root)
const sizes = measureSizes(root, listFiles(root), sources)
const budget = JSON.parse(readFileSync(BUDGET_FILE, 'utf8')) as Sizes
const results = [
  await rule('file names', () => checkFileNames(listFiles(root), sources)),
  await rule('forbidden imports', () => checkForbiddenImports(sources)),
  await rule('import cycles', () => checkImportCycles(sources)),
  await rule('product words', () => checkProductWords(sources)),
  await rule('words in code', () => checkCodeWords(sources)),
  await rule('database clients', () => checkDatabaseClients(sources)),
  await rule('decoder places', () => checkDecoderPlaces(sources)),
  await rule('raw writes', () => checkRawWrites(sources)),
  await rule('library places', () => checkLibraryPlaces(sources)),
  await rule('renamed ids', () => {
    const files = listFiles(root)
    return checkRenamedIds(
      readFileSync(RELEASED_FILE, 'utf8').trim().split('\n'),
      [...idsOfFiles(files), ...handlersOfFiles(files)],
      loadRenames([root]),
    )
  }),
  await rule('docstrings', () => checkDocstrings(sources)),
  await rule('length of expressions', () => checkLongExpressions(root, listFiles(root))),
  await rule('nesting of pages', () => checkPageNesting(root)),
  await rule('wording', () => checkWording(readTextPairs(root), readGlossary(readFileSync('CONTRIBUTING.md', 'utf8')))),
  await rule('words of developers', () => checkDeveloperWords(readTextPairs(root))),
  await rule('commit subjects', () => checkCommitSubjects(readCommits(root))),
  await rule('decisions', () => checkDecisions(readDecisions(root), root)),
  await rule(`sizes: ${sizeWords(sizes, budget)}`, () => [...checkSizes(sizes, budget), ...checkRaises(readRaises(root))]),
  await rule('print of documents', () => misprinted(root)),
]
let platform: Platform | undefined
results.push(
  await rule('documents', () => {
    const checked = checkDocuments(root)
    platform = checked.platform
    return checked.failures ? [checked.failures] : []
  }),
  await rule('borders of areas', () => (platform ? checkAreaBorders(sources, platform.documents.entity) : [])),
  await rule('leaf areas', () => (platform ? checkLeafAreas(platform, readDocumentFiles(root), sources) : [])),
  await rule('generated types', () => outOfDate(root, platform)),
  await deadCode,
)
for (const result of results) printStep(result)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1

function readDocumentFiles(folder: string): RawDocument[] {
  const { raws, texts } = loadFiles(folder)
  return [...raws, ...texts]
}

async function rule(title: string, find: () => string[] | Promise<string[]>): Promise<StepResult> {
  const begun = performance.now()
  const failures = await find()
  return { title, passed: failures.length === 0, output: failures.join('\n'), seconds: (performance.now() - begun) / 1000 }
}
