/** How deep pages nest. Counted in the file as written: every object and every list is one level, the document itself the first.
 *  An expression is one, whether it stands in a line or as cases; names taken over from one place (`...input`) are values like others. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCases, isConditions, isPage } from '../../runtime/core/language/expressionTree.ts'

/** Most levels of a page or fragment: enough for a node, the nodes in it, their actions, the questions of these, and their texts. */
export const MAX_LEVELS = 9

export interface Nesting {
  file: string
  levels: number
  /** JSON Pointer of the first place that is so deep. */
  path: string
}

/** All pages and fragments, the deepest first. @param root folder of the project */
export function pageNesting(root: string): Nesting[] {
  return globSync('schemas/**/*.{page,fragment}.json', { cwd: root })
    .map((file) => ({ file, ...deepest(JSON.parse(readFileSync(join(root, file), 'utf8')), '') }))
    .sort((a, b) => b.levels - a.levels || (a.file < b.file ? -1 : 1))
}

/** A sentence for each page that nests too deep. */
export function checkPageNesting(root: string): string[] {
  return pageNesting(root)
    .filter(({ levels }) => levels > MAX_LEVELS)
    .map(
      ({ file, levels, path }) =>
        `${file}#${path}: ${levels} levels of objects and lists, at most ${MAX_LEVELS} are read well: give nodes a name under "parts" and write the name in their place`,
    )
}

function deepest(value: unknown, path: string): { levels: number; path: string } {
  if (typeof value !== 'object' || value === null) return { levels: 0, path }
  if (isCases(value) || isConditions(value) || isPage(value)) return { levels: 1, path }
  let found = { levels: 0, path }
  for (const [key, member] of Object.entries(value)) {
    if (key.startsWith('...')) continue
    const inner = deepest(member, `${path}/${key}`)
    if (inner.levels > found.levels) found = inner
  }
  return { levels: found.levels + 1, path: found.path }
}
