/** Leaf areas: what they add to others stands in their own documents and code, so that a platform without them links and serves. No other area may name them. */
import type { Platform, RawDocument } from '../../runtime/core/platform.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import { areaImports, areaOf } from './areaBorders.ts'
import type { SourceFile } from './readSources.ts'

export const LEAF_AREAS: readonly string[] = ['hotel', 'vote']

export interface Mention {
  file: string
  /** The leaf area. */
  area: string
  /** What is named: an id, an address, a table, a file. */
  name: string
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g
const DOCUMENTS = /^schemas\/([^/]+)\//
const TEXTS = /^schemas\/locales\/[^/]+\/([^/]+)\.json$/
const PARAMETER = /:\w.*$/

/** @returns one line for each name of a leaf area in a document, a text or the code of another one */
export function checkLeafAreas(platform: Platform, documents: readonly RawDocument[], sources: readonly SourceFile[]): string[] {
  return LEAF_AREAS.flatMap((area) => mentionsOf(area, platform, documents, sources)).map(
    ({ file, area, name }) =>
      `${file}: names ${name} of ${area}, a leaf area: say it in schemas/${area} ("into", a document of kind addition), or give it at a point (*.extension.ts)`,
  )
}

/** @param documents  files of documents and texts */
export function mentionsOf(area: string, platform: Platform, documents: readonly RawDocument[], sources: readonly SourceFile[]): Mention[] {
  const inDocuments = patternOf([...idsOf(area, platform), `read:${area}`], addressesOf(area, platform))
  const inCode = patternOf([...idsOf(area, platform), ...tablesOf(area, platform)], addressesOf(area, platform))
  const found = (files: readonly { file: string; text: string }[], pattern: RegExp) =>
    files.flatMap(({ file, text }) => [...new Set(text.match(pattern))].map((name) => ({ file, area, name })))
  return [
    ...found(
      documents.filter(({ file }) => areaOfDocument(file) !== area),
      inDocuments,
    ),
    ...found(
      sources.flatMap(({ path, text }) => ([null, area].includes(areaOf(path)) ? [] : { file: path, text })),
      inCode,
    ),
    ...areaImports(sources).flatMap(({ file, from }) => (from === area ? { file, area, name: 'a file' } : [])),
  ]
}

function areaOfDocument(file: string): string | undefined {
  return (TEXTS.exec(file) ?? DOCUMENTS.exec(file))?.[1]
}

function idsOf(area: string, { documents }: Platform): string[] {
  const ids = Object.values(documents).flatMap((ofKind) => [...ofKind.keys()])
  return [...new Set(ids)].filter((id) => id.startsWith(`${area}.`))
}

function tablesOf(area: string, { documents }: Platform): string[] {
  return [...documents.entity.keys()].filter((id) => id.startsWith(`${area}.`)).map(tableName)
}

/** What the addresses of its pages begin with. */
function addressesOf(area: string, { documents }: Platform): string[] {
  const pages = [...documents.page.values()].filter(({ id }) => id.startsWith(`${area}.`))
  return [...new Set(pages.flatMap(({ routes }) => routes.map((route) => route.replace(PARAMETER, ''))))]
}

/** Whole names: no letter goes before or after them, and no object of which they would be a member. An address may go on where it ends with a slash. */
function patternOf(names: readonly string[], addresses: readonly string[]): RegExp {
  const escaped = (list: readonly string[]) => list.map((name) => name.replaceAll(SPECIAL, '\\$&'))
  const [plain, begun] = [addresses.filter((address) => !address.endsWith('/')), addresses.filter((address) => address.endsWith('/'))]
  const whole = [...escaped(names), ...escaped(plain)].join('|')
  return new RegExp(
    `(?<![\\w/:])(?<!(?<!\\.)\\.)(?:(?:${whole})(?![\\w.:-])${begun.map((address) => `|${escaped([address])[0]}`).join('')})`,
    'g',
  )
}
