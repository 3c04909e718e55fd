/** `npm run bench -- documents`: how long documents are, how deep pages nest, and how many of their lines are repeats. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageNesting } from '../check/pageNesting.ts'

/** Lines of a run that counts as a repeat. */
const LINES = 6
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
  console.log(`deepest page: ${nesting[0]?.levels} levels (${nesting[0]?.file}); median ${nesting[Math.floor(nesting.length / 2)]?.levels}`)
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
