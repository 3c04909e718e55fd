/** `npm run show -- signup.approve`: prints a built-in document as the kernel works with it, fragments put in their places. Needs no database: what
 *  was published in the studio is not seen. Exit code 1 when there is no such document, or when documents have failures. */
import { resolve } from 'node:path'
import { buildPlatform } from '../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../runtime/core/documents/formatFailures.ts'
import { loadFiles } from '../runtime/server/documents/loadFiles.ts'
import { showDocument } from './show/showDocument.ts'

const [asked] = process.argv.slice(2)
try {
  if (asked === undefined) throw new Error('Say which document: npm run show -- signup.approve, or signup.approve.call, or a file')
  const { raws, texts, names } = loadFiles(resolve(import.meta.dirname, '..'))
  const { platform, failures } = buildPlatform(raws, texts, names)
  if (!platform) throw new Error(formatFailures(failures))
  console.log(showDocument(platform, asked))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
