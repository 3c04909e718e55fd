/** What belongs to an area, what it uses of others, and who uses it. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildPlatform } from '../../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../../runtime/core/documents/formatFailures.ts'
import type { Platform, RawDocument } from '../../runtime/core/platform.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { type AreaUse, areaImports, areaOf, foreignTables, type TableUse } from '../check/areaBorders.ts'
import { type Mention, mentionsOf } from '../check/leafAreas.ts'
import { readSources, type SourceFile } from '../check/readSources.ts'

/** Files from the project's root. */
export interface AreaMap {
  area: string
  /** Kind -> files. */
  documents: ReadonlyMap<string, readonly string[]>
  code: readonly string[]
  texts: readonly string[]
  /** Below a folder of its name, or named after it. */
  tests: readonly string[]
  imports: readonly AreaUse[]
  importedBy: readonly AreaUse[]
  tables: readonly TableUse[]
  tablesReadBy: readonly TableUse[]
  /** Documents and code of others that name what it has. */
  namedBy: readonly Mention[]
  /** Points of other areas at which it gives something. */
  gives: readonly string[]
  /** Points of its own, with the files that give something there. */
  points: readonly { name: string; givenBy: readonly string[] }[]
}

const POINT = /'([a-z][a-zA-Z]*\.[a-zA-Z]+)'\??:/g
const POINTS = /interface ExtensionPoints \{([\s\S]*?)\n {2}\}/g
const GIVEN = /defineExtension\(\s*'([^']+)',\s*'([^']+)'/g

/** Areas with documents or code, by name. */
export function areaNames(root: string): string[] {
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const code = folders('plugins').filter((name) => areaOf(`plugins/${name}/`) !== null)
  const documents = folders('schemas').filter((name) => hasDocuments(join(root, 'schemas', name)))
  return [...new Set([...code, ...documents])].sort()
}

/** @throws when documents have failures */
export function areaMap(area: string, root: string): AreaMap {
  const sources = readSources(root)
  const { platform, files } = readPlatform(root)
  const { entity } = platform.documents
  const imports = areaImports(sources)
  const tables = foreignTables(sources, entity)
  const given = sources.flatMap((source) => givenIn(source))
  const own = sources.filter(({ path }) => areaOf(path) === area)
  return {
    area,
    documents: documentsOf(area, root),
    code: own.map(({ path }) => path),
    texts: ['zh', 'en'].map((lang) => `schemas/locales/${lang}/${area}.json`).filter((file) => existsSync(join(root, file))),
    tests: sources.map(({ path }) => path).filter((path) => isTestOf(area, path)),
    imports: imports.filter((use) => use.area === area),
    importedBy: imports.filter(({ from }) => from === area),
    tables: tables.filter((use) => use.area === area),
    tablesReadBy: tables.filter(({ from }) => from === area),
    namedBy: mentionsOf(area, platform, files, sources),
    gives: given.filter(({ file }) => areaOf(file) === area).map(({ point, key }) => `${point} (${key})`),
    points: own.flatMap(pointsIn).map((name) => ({ name, givenBy: given.filter(({ point }) => point === name).map(({ file }) => file) })),
  }
}

/** The platform of the files, and the files it is made of. @throws when documents have failures */
export function readPlatform(root: string): { platform: Platform; files: RawDocument[] } {
  const { raws, texts, names } = loadFiles(root)
  const { platform, failures } = buildPlatform(raws, texts, names)
  if (!platform) throw new Error(formatFailures(failures))
  return { platform, files: [...raws, ...texts] }
}

function hasDocuments(folder: string): boolean {
  return readdirSync(folder, { recursive: true }).some(
    (name) => /\.[a-z]+\.json$/i.test(String(name)) && !String(name).includes('.schema.'),
  )
}

function documentsOf(area: string, root: string): Map<string, string[]> {
  const folder = join(root, 'schemas', area)
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true }).map((name) => `schemas/${area}/${name}`)
  const kinds = Map.groupBy(
    files.filter((file) => file.endsWith('.json')).sort(),
    (file) => /\.([a-zA-Z]+)\.json$/.exec(file)?.[1] ?? 'other',
  )
  return new Map([...kinds].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function isTestOf(area: string, path: string): boolean {
  return path.startsWith('tests/') && path.split('/').some((part) => [area, `${area}s`].includes(part.split('.')[0]!))
}

function pointsIn({ text }: SourceFile): string[] {
  return [...text.matchAll(POINTS)].flatMap(([, body = '']) => [...body.matchAll(POINT)].map(([, name]) => name!))
}

function givenIn({ path, text }: SourceFile): { file: string; point: string; key: string }[] {
  return path.endsWith('.extension.ts') ? [...text.matchAll(GIVEN)].map(([, point, key]) => ({ file: path, point: point!, key: key! })) : []
}

/** For the list of all areas. */
export function areaUses(root: string): AreaUse[] {
  return areaImports(readSources(root))
}
