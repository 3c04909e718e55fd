/** docs/comparison.md says of each row which test fails when it is no longer true: those tests exist, and numbers of ours are counted. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { readPalette } from '../server/studio/readPalette.ts'

const read = (path: string): string => readFileSync(join(PROJECT_DIRECTORY, path), 'utf8')
const page = read('docs/comparison.md')
/** Rows of the tables whose last column says how they are tested. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.split('|').length === 8)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => ({ name: cells[1]!, ours: cells[2]!, test: cells[6]! }))
  .filter(({ test }) => test !== 'Test')

const titles = new Map(
  globSync('tests/**/*.test.ts', { cwd: PROJECT_DIRECTORY }).map((path) => [
    path.replaceAll('\\', '/').replace(/\.test\.ts$/, ''),
    read(path),
  ]),
)
const isRule = (rule: string, files: Iterable<string>) => [...files].some((text) => text.includes(`[${rule}]`))

/** `FORM-19 to 21` and `SKIN-30, 31`, one by one. */
function rulesIn(text: string): string[] {
  return [...text.matchAll(/([A-Z]+)-(\d+)((?: to \d+|, \d+)*)/g)].flatMap(([, area, first, more]) => {
    const numbers = [Number(first)]
    for (const [, word, number] of (more ?? '').matchAll(/( to |, )(\d+)/g)) {
      const last = word === ' to ' ? Number(number) - 1 : numbers.at(-1)!
      for (let next = numbers.at(-1)! + 1; word === ' to ' && next <= last; next++) numbers.push(next)
      numbers.push(Number(number))
    }
    return numbers.map((number) => `${area}-${number}`)
  })
}

describe('the comparison with other designers', () => {
  it('has rows, each with a test', () => {
    expect(rows.length).toBeGreaterThan(40)
    const untested = rows.filter(({ test }) => !test.includes('`tests/') && !test.includes('`npm run bench') && rulesIn(test).length === 0)
    expect(untested.map(({ name }) => name)).toEqual([])
  })

  it('names only test files that exist, and rules that stand in them, or in some test', () => {
    const missing = rows.flatMap(({ name, test }) => {
      const paths = [...test.matchAll(/`(tests\/[^`]+)`/g)].map(([, path]) => path!)
      const found = paths.flatMap((path) => [...titles].filter(([known]) => known === path || known.startsWith(`${path}/`)))
      const lost = paths.filter((path) => !found.some(([known]) => known === path || known.startsWith(`${path}/`)))
      const texts = paths.length > 0 ? found.map(([, text]) => text) : titles.values()
      const within = [...texts]
      return [...lost, ...rulesIn(test).filter((rule) => !isRule(rule, within))].map((what) => `${name}: ${what}`)
    })
    expect(missing).toEqual([])
  })

  it('names only benchmarks that exist', () => {
    const benches = rows.flatMap(({ test }) => [...test.matchAll(/`npm run bench -- (\w+)`/g)].map(([, name]) => name!))
    expect(benches.filter((name) => !existsSync(join(PROJECT_DIRECTORY, `scripts/bench/${name}.ts`)))).toEqual([])
  })

  it('counts our kinds of field, finished forms and skins as they are', () => {
    const palette = readPalette()
    const said = (name: string) => Number.parseInt(rows.find((row) => row.name === name)?.ours ?? '', 10)
    expect(said('Kinds of field')).toBe(palette.groups.flatMap(({ entries }) => entries).length)
    expect(said('Finished forms to begin with')).toBe(palette.collections?.flatMap(({ forms }) => forms).length)
    expect(said('Finished skins')).toBe(globSync('schemas/**/*.skin.json', { cwd: PROJECT_DIRECTORY }).length)
  })
})
