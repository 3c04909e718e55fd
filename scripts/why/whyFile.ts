/** What a reader asks of a file before changing it: what it is, who refers to it, which tests and decisions speak of it. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { KINDS, readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { madeFiles } from '../../runtime/core/documents/readDocuments.ts'
import { referencesOf } from '../../runtime/core/documents/references.ts'
import type { DocumentBase, Kind } from '../../runtime/core/documents.ts'
import { nameOfPath } from '../../runtime/core/namePath.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { isModule, readImports } from '../check/readImports.ts'
import { readSources, type SourceFile } from '../check/readSources.ts'
import { readDecisions } from '../decisions/readDecisions.ts'
import { readPlatform } from '../map/areaMap.ts'
import { RULE_ID } from '../spec/readRules.ts'
import { historyOf } from './historyOf.ts'
import { addressesOf, patternOf, SPECIAL } from './namedBy.ts'

export interface Why {
  file: string
  area: string
  /** In one line. */
  what: string
  /** Documents by kind and id, code by path. */
  usedBy: readonly string[]
  tests: readonly string[]
  /** Ids of rules in these tests. */
  rules: readonly string[]
  decisions: readonly string[]
  history: string
}

/** A document, of which one file may make several. */
interface Name {
  kind: Kind
  id: string
}

const PLUGIN = /^plugins\/(.+)\.(handler|rules|extension|provider|step|widget)\.tsx?$/
const DOCSTRING = /\/\*\*\s*([\s\S]*?)\s*\*\//
const MAX_WHAT = 240

/** @param asked  path from the project's folder, or the id of a document  @throws Error when there is no such file */
export function whyFile(asked: string, root: string): Why {
  const { platform, files } = readPlatform(root)
  const file = fileOf(
    asked,
    root,
    files.map((raw) => raw.file),
  )
  const raw = files.find((one) => one.file === file)
  const names = raw
    ? madeFiles(raw)
        .map((one) => readFileName(one.file))
        .filter((name): name is Name => 'kind' in name)
    : []
  const sources = readSources(root)
  const provided = PLUGIN.exec(file)?.[1]
  const ids = [...new Set([...names.map(({ id }) => id), ...(provided ? [nameOfPath(provided)] : [])])]
  const pattern = patternOf(ids, addressesOf(platform, ids))
  const naming = sources.filter((source) => source.path !== file && isNaming(source, file, pattern))
  const tests = naming.filter(({ path }) => path.startsWith('tests/'))
  const code = naming.filter(({ path }) => !path.startsWith('tests/') && !path.includes('/generated/'))
  return {
    file,
    area: areaOfFile(file),
    what: names.length > 0 ? whatOfDocuments(platform, names) : whatOfText(readFileSync(join(root, file), 'utf8')),
    usedBy: [...(provided ? documentsNaming(files, file, ids) : referring(platform, names)), ...code.map(({ path }) => path)],
    tests: tests.map(({ path }) => path),
    rules: [...new Set(tests.flatMap(({ text }) => rulesAt(text, pattern)))].sort(),
    decisions: decisionsOn(root, file, ids),
    history: historyOf(root, file),
  }
}

function fileOf(asked: string, root: string, documents: readonly string[]): string {
  const path = asked.replace(/^\.\//, '')
  if (existsSync(join(root, path)) && /\.\w+$/.test(path)) return path
  const found = documents.filter((file) => {
    const name = readFileName(file)
    return 'kind' in name && [name.id, `${name.id}.${name.kind}`].includes(asked)
  })
  if (found.length === 1) return found[0]!
  throw new Error(
    found.length > 1
      ? `"${asked}" is several: ${found.join(', ')}`
      : `There is no file "${asked}": name it from the project's folder, or a document by its id`,
  )
}

function areaOfFile(file: string): string {
  const [tree = '', area = ''] = file.split('/')
  return ['plugins', 'schemas'].includes(tree) ? area : file.split('/').slice(0, -1).slice(0, 2).join('/')
}

function whatOfDocuments({ documents }: Platform, names: readonly Name[]): string {
  const lines = names.map(({ kind, id }) => {
    const { title } = (documents[kind].get(id) ?? {}) as DocumentBase & { title?: { en?: string } | string }
    const words = typeof title === 'object' ? title.en : title
    return `${kind} ${id}${words ? `, "${words}"` : ''}`
  })
  const [first = '', ...made] = lines
  return made.length === 0 ? first : `${first}; makes ${made.join('; ')}`
}

function whatOfText(text: string): string {
  const said = (DOCSTRING.exec(text)?.[1] ?? /^# (.+)$/m.exec(text)?.[1] ?? '').replace(/\s*\n\s*\* */g, ' ')
  return said.length > MAX_WHAT ? `${said.slice(0, said.lastIndexOf(' ', MAX_WHAT))} ...` : said || 'says nothing of itself'
}

/** Documents that refer to one of these, by the marks that the linker follows. */
function referring(platform: Platform, names: readonly Name[]): string[] {
  const own = new Set(names.map(({ kind, id }) => `${kind} ${id}`))
  const found = referencesOf(platform).filter(({ from, to }) => own.has(`${to.kind} ${to.id}`) && !own.has(`${from.kind} ${from.id}`))
  const groups = Map.groupBy(found, ({ from }) => `${from.kind} ${from.id}`)
  const order = (name: string) => KINDS.findIndex((kind) => name.startsWith(`${kind} `))
  return [...groups].map(([name, [first]]) => `${name} (${first!.path})`).sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))
}

/** Documents that name a handler or another thing of code. */
function documentsNaming(files: readonly { file: string; text: string }[], own: string, ids: readonly string[]): string[] {
  return files.filter(({ file, text }) => file !== own && ids.some((id) => text.includes(`"${id}"`))).map(({ file }) => file)
}

/** The rule whose title stands above each place that names it; of a test that imports it and no more, all rules. */
function rulesAt(text: string, pattern: RegExp | null): string[] {
  const rules = [...text.matchAll(RULE_ID)].map(({ 1: id, index }) => ({ id: id!, index }))
  const places = pattern === null ? [] : [...text.matchAll(new RegExp(pattern, 'g'))]
  if (places.length === 0) return rules.map(({ id }) => id)
  return places.flatMap(({ index }) => rules.findLast((rule) => rule.index < index)?.id ?? [])
}

function isNaming({ path, text }: SourceFile, file: string, pattern: RegExp | null): boolean {
  if (pattern?.test(text)) return true
  return isModule(path) && text.includes(basename(file)) && readImports({ path, text }).some((one) => one.file === file)
}

/** Decisions that name the file or a document of it. */
function decisionsOn(root: string, file: string, ids: readonly string[]): string[] {
  const stem = basename(file).replace(/\.\w+$/, '')
  const named = [file, basename(file), ...ids].map((name) => name.replaceAll(SPECIAL, '\\$&'))
  const pattern = new RegExp(`(?<![\\w./])(?:${named.join('|')})(?![\\w])|\`${stem.replaceAll(SPECIAL, '\\$&')}\``)
  return readDecisions(root)
    .filter(({ text }) => pattern.test(text))
    .map((decision) => `${decision.file}: ${decision.title}`)
}
