/** What people edit takes the place of a file, with ids in place of what is nested in the file. */
import { expect, it } from 'vitest'
import { readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { madeFiles } from '../../runtime/core/documents/readDocuments.ts'
import type { RawDocument } from '../../runtime/core/platform.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { createPlatformSource } from '../../runtime/server/loadPlatform.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'

it('[LANG-81] every file in which documents are nested may be stored without them: they stay', async () => {
  const around = loadFiles(PROJECT_DIRECTORY).raws.map(madeFiles).filter(isAround)
  expect(around.length).toBeGreaterThan(60)
  const stored = around.map(([own]) => {
    const { kind, id } = named(own!)
    return { file: `document:${id}.${kind}@1`, text: own!.text }
  })
  const source = await createPlatformSource([PROJECT_DIRECTORY], {})
  const { platform, failures } = source.build(stored)
  expect(failures).toBeUndefined()
  const nested = around.flatMap(([, ...parts]) => parts).map(named)
  expect(nested.filter(({ kind, id }) => !platform!.documents[kind].has(id))).toEqual([])
})

function isAround([, nested]: readonly RawDocument[]): boolean {
  return nested !== undefined && !nested.file.endsWith('.call.json')
}

function named({ file }: RawDocument) {
  const name = readFileName(file)
  if ('finding' in name) throw new Error(name.finding.expected)
  return name
}
