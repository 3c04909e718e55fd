/** `npm run openapi -- --out FILE`: writes what callers see of the product, in both languages, with every call as the kernel works with it. `npm run openapi -- --against FILE`
 *  says where the documents of now differ from such a file. Exit code 1 when they do, or when documents have failures. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildPlatform } from '../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../runtime/core/documents/formatFailures.ts'
import { loadFiles } from '../runtime/server/documents/loadFiles.ts'
import { callDifferences, seenByCallers } from './openapi/seenByCallers.ts'

const [how, file] = process.argv.slice(2)
try {
  if ((how !== '--out' && how !== '--against') || file === undefined) throw new Error('Write --out FILE or --against FILE')
  const { raws, texts, names } = loadFiles(resolve(import.meta.dirname, '..'))
  const { platform, failures } = buildPlatform(raws, texts, names)
  if (!platform) throw new Error(formatFailures(failures))
  const seen = seenByCallers(platform)
  if (how === '--out') writeFileSync(file, `${JSON.stringify(seen)}\n`)
  else {
    const differences = callDifferences(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(JSON.stringify(seen)))
    console.log(differences.length > 0 ? differences.join('\n') : 'callers see the same')
    if (differences.length > 0) process.exitCode = 1
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
