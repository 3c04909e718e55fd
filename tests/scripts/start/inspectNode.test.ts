/** What the inspector of `npm run dev` tells of an element. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { markNodes } from '../../../runtime/core/documents/markNodes.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { type Files, inspectNode } from '../../../scripts/start/inspectNode.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

let platform: Platform
let files: Files
beforeAll(() => {
  const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
  platform = buildPlatform(raws, texts, names).platform!
  files = { project: PROJECT_DIRECTORY, raws }
})

describe('[DEV-4] an element is explained', () => {
  it('by the file and line of its node, its rights, its calls with their code, and the documents it names', () => {
    const at = placeOf('page:signup.management', 'table')
    const found = inspectNode(platform, files, [at])!
    expect(found).toMatchObject({ node: 'table', access: expect.any(String), places: [{ kind: 'page', id: 'signup.management' }] })
    expect(found.documents.map(({ kind }) => kind)).toContain('table')
    for (const place of [...found.places, ...found.documents, ...found.calls]) {
      const lines = readFileSync(join(PROJECT_DIRECTORY, place.file!), 'utf8').split('\n')
      expect([place.id, lines[place.line - 1]]).toEqual([place.id, expect.stringContaining('{')])
    }
  })

  it('of each page, with files of all its places', () => {
    const { page } = platform.documents
    const places = [...page.keys()].flatMap((id) => placesOf(`page:${id}`).slice(0, 1))
    expect(places.length).toBeGreaterThan(100)
    const lost = places.filter((at) => inspectNode(platform, files, [at])?.places.some(({ file }) => file === null) !== false)
    expect(lost).toEqual([])
  }, 120_000)

  it('and is unknown when the documents have it no longer', () => {
    expect(inspectNode(platform, files, ['page:signup.management#/body/99'])).toBeNull()
    expect(inspectNode(platform, files, ['page:signup.gone#/body/0'])).toBeNull()
  })
})

function placeOf(name: string, node: string): string {
  const found = placesOf(name, node)[0]
  if (found === undefined) throw new Error(`${name} has no node "${node}"`)
  return found
}

/** Of marked nodes. @param name `kind:id` */
function placesOf(name: string, node?: string): string[] {
  const [kind, id] = name.split(':') as ['page' | 'fragment', string]
  const places: string[] = []
  JSON.stringify(markNodes(platform.get(kind, id), name), (_, value) => {
    if (Array.isArray(value?.at) && typeof value.node === 'string' && (node === undefined || value.node === node)) places.push(...value.at)
    return value
  })
  return places
}
