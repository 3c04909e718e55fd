/** Calls that only code makes have no address: their place is decided by who names them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readDocuments } from '../../../runtime/core/documents/readDocuments.ts'
import type { CallDocument } from '../../../runtime/core/documents.ts'
import { takesKeys } from '../../../runtime/core/keyScopes.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { documents } = readDocuments(loadFiles(PROJECT_DIRECTORY).raws)
const calls = documents.filter(({ kind }) => kind === 'call').map(({ content }) => content as unknown as CallDocument)

/** Files of code, and whether they run in a browser. */
const sources = ['plugins', 'runtime', 'renderer'].flatMap((folder) =>
  readdirSync(join(PROJECT_DIRECTORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
    .map((file) => ({
      isClient: file.endsWith('.tsx') || folder === 'renderer' || (folder === 'runtime' && file.startsWith('client')),
      text: readFileSync(join(PROJECT_DIRECTORY, folder, file), 'utf8'),
    })),
)
const client = sources
  .filter(({ isClient }) => isClient)
  .map(({ text }) => text)
  .join('\n')
const server = sources
  .filter(({ isClient }) => !isClient)
  .map(({ text }) => text.replace(/define\w+\(\s*'[\w.]+'/g, ''))
  .join('\n')

it('[INNER-1] a call that handlers and calls alone name is inner, unless it is part of the interface for others', () => {
  const contents = documents.filter(({ kind }) => kind !== 'call').map(({ content }) => JSON.stringify(content))
  const shown = contents.join('\n')
  const byCalls = documents.flatMap(({ kind, marks }) =>
    kind === 'call' ? marks.filter(({ mark, of }) => mark === 'ref' && of === 'call') : [],
  )
  const named = new Set(byCalls.map(({ value }) => value))
  const open = calls.filter(({ id, path, description = '' }) => {
    if (path === undefined || /^spec /i.test(description) || client.includes(`'${id}'`) || shown.includes(`"${id}"`)) return false
    const address = path.replace(/\/:.*/, '')
    return (server.includes(`'${id}'`) || named.has(id)) && !server.includes(address)
  })
  expect(open.map(({ id }) => id)).toEqual([])
})

it('[INNER-2] no API key can be allowed to use one', () => {
  const inner = calls.filter((call) => call.inner)
  expect(inner.length).toBeGreaterThan(20)
  expect(inner.filter(takesKeys)).toEqual([])
})
