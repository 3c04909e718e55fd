/** `npm run bench -- documents`: how long documents are, how deep pages nest, how many of their lines are repeats, and what is still code. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { STATE_NAME } from '../../runtime/core/documents/linkEntity.ts'
import { madeFiles } from '../../runtime/core/documents/readDocuments.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { pageNesting } from '../check/pageNesting.ts'
import { readSources } from '../check/readSources.ts'
import { measureSizes } from '../check/sizes.ts'
import { rareWords, wordUses } from './documents/rareWords.ts'

/** Lines of a run that counts as a repeat. */
const LINES = 6
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const BRACKETS = /^[[\]{},]*$/

const root = process.cwd()

export async function run(): Promise<void> {
  const files = globSync('schemas/**/*.json', { cwd: root, exclude: ['schemas/kinds/**'] }).sort()
  const lines = new Map(files.map((file) => [file, linesOf(file)]))
  const total = [...lines.values()].reduce((sum, { length }) => sum + length, 0)
  console.log(`${files.length} documents, ${total} lines`)
  repeated('all lines', lines)
  repeated(
    'without lines of brackets alone',
    new Map([...lines].map(([file, texts]) => [file, texts.filter((line) => !BRACKETS.test(line))])),
  )
  for (const kind of ['page', 'fragment', 'table', 'call', 'form', 'entity']) {
    const own = files.filter((file) => file.endsWith(`.${kind}.json`))
    console.log(`${kind}: ${own.length} documents, ${own.reduce((sum, file) => sum + (lines.get(file)?.length ?? 0), 0)} lines`)
  }
  const nesting = pageNesting(root)
  console.log(`keys of the language: ${wordUses(root).length} in use, ${rareWords(root).length} in fewer than four documents`)
  console.log(`deepest page: ${nesting[0]?.levels} levels (${nesting[0]?.file}); median ${nesting[Math.floor(nesting.length / 2)]?.levels}`)
  console.log(
    Object.entries(codeFigures())
      .map(([name, count]) => `${name}: ${count}`)
      .join('\n'),
  )
}

/** What documents leave to code, and what code does by hand. */
function codeFigures(): Record<string, number> {
  const read = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
  const code = read('plugins/**/*.{ts,tsx}').filter(([file]) => !file.startsWith('plugins/generated/'))
  const documents = loadFiles(root)
    .raws.flatMap(madeFiles)
    .map(({ file, text }) => [file, text] as const)
  const count = (texts: typeof code, pattern: RegExp) => texts.reduce((sum, [, text]) => sum + (text.match(pattern)?.length ?? 0), 0)
  const sizes = measureSizes(root, [], readSources(root))
  return {
    handlers: sizes.handlers!,
    'lines of plugins': sizes['lines of plugins']!,
    'raw writes (rows.bulk)': count(code, /\.bulk\(/g),
    'casts in plugins (as unknown as, as never)': count(
      code.map(([file, text]) => [file, text.replace(COMMENTS, '')] as const),
      /\bas unknown as\b|\bas never\b/g,
    ),
    'twins (xZh and xEn in forms)': twins(documents),
    'state fields without a flow, and without a reason': statesWithoutFlow(documents),
  }
}

function twins(documents: readonly (readonly [string, string])[]): number {
  const names = documents
    .filter(([file]) => file.endsWith('.form.json'))
    .map(([, text]) => new Set([...text.matchAll(/"(\w+(?:Zh|En))": *\{/g)].map(([, name]) => name!)))
  return names.reduce((sum, own) => sum + [...own].filter((name) => name.endsWith('Zh') && own.has(name.replace(/Zh$/, 'En'))).length, 0)
}

interface Field {
  enum?: string
  computed?: string
  withoutFlow?: string
}

function statesWithoutFlow(documents: readonly (readonly [string, string])[]): number {
  const of = <T>(kind: string) =>
    documents.flatMap(([file, text]) => (file.endsWith(`.${kind}.json`) ? [[file, JSON.parse(text) as T] as const] : []))
  const governed = new Set(of<{ entity: string; field: string }>('flow').map(([, { entity, field }]) => `${entity}.${field}`))
  return of<{ fields: Record<string, Field> }>('entity').flatMap(([file, { fields }]) => {
    const id = `${file.split('/')[1]}.${basename(file, '.entity.json')}`
    return Object.entries(fields).filter(
      ([name, { enum: codes, computed, withoutFlow }]) =>
        STATE_NAME.test(name) &&
        codes !== undefined &&
        computed === undefined &&
        withoutFlow === undefined &&
        !governed.has(`${id}.${name}`),
    )
  }).length
}

function linesOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').trimEnd()
  return text.split('\n').map((line) => line.trim())
}

/** Lines in runs of six or more that occur at least twice, in one file or in two; indentation does not count. */
function repeated(title: string, texts: ReadonlyMap<string, readonly string[]>): void {
  const places = new Map<string, [file: string, at: number][]>()
  let count = 0
  for (const [file, own] of texts) {
    count += own.length
    for (let at = 0; at + LINES <= own.length; at++) {
      const run = own.slice(at, at + LINES).join('\n')
      places.set(run, [...(places.get(run) ?? []), [file, at]])
    }
  }
  const marked = new Set<string>()
  for (const found of places.values())
    if (found.length > 1) for (const [file, at] of found) for (let line = at; line < at + LINES; line++) marked.add(`${file}:${line}`)
  console.log(
    `repeats of ${LINES} lines or more, ${title}: ${marked.size} of ${count} lines, ${((100 * marked.size) / count).toFixed(1)} %`,
  )
}
