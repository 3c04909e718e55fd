/** `npm run check:schemas`: all documents through the whole road, every failure in one list, then notes on what nothing uses. Exit code 1 when
 *  there is a failure. */
import { resolve } from 'node:path'
import { buildPlatform } from '../runtime/core/documents/build-platform.ts'
import { formatFailures } from '../runtime/core/documents/format-failures.ts'
import { parseTexts } from '../runtime/core/documents/parse-texts.ts'
import { loadFiles } from '../runtime/server/documents/load-files.ts'
import { findUnused } from './check-schemas/find-unused.ts'
import { missingInSource, readSourceTexts } from './check-schemas/source-texts.ts'

const root = resolve(import.meta.dirname, '..')
const { raws, texts, names } = loadFiles(root)
const sources = readSourceTexts(root)
const { platform, failures = [] } = buildPlatform(raws, texts, names)
const all = [...failures, ...missingInSource(sources, Object.keys(parseTexts(texts).texts.zh))]

if (all.length > 0) {
  console.error(formatFailures(all))
  process.exitCode = 1
}
if (platform !== undefined) {
  const notes = findUnused(platform, sources)
  if (notes.length > 0) console.log(['notes', ...notes.map((note) => `  ${note}`)].join('\n'))
  if (all.length === 0) console.log(`${raws.length} documents, ${Object.keys(platform.texts.zh).length} texts: no failures`)
}
