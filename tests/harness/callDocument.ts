/** A call of the product as a document of its own, also one that a resource stands for: to write copies of it that lack something. */

import { readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { madeFiles } from '../../runtime/core/documents/readDocuments.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document as it is written
export function callDocument(id: string): any {
  const all = loadFiles(PROJECT_DIRECTORY).raws.flatMap(madeFiles)
  const found = all.find(({ file }) => {
    const name = readFileName(file)
    return 'kind' in name && name.kind === 'call' && name.id === id
  })
  if (found === undefined) throw new Error(`there is no call ${id}`)
  return JSON.parse(found.text)
}
