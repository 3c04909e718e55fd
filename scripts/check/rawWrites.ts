/** Keeps the writes of plugins in one pipeline: a statement of its own is written past the audit log, so it stands inside `rows.bulk`, which says why, or
 *  in one of the files below. */
import type { SourceFile } from './readSources.ts'

const LOOKED_AT = /^plugins\/.*\.ts$/
const WRITES = /\.(?:insertInto|updateTable|deleteFrom)\(/g
const BULK = /\.bulk\(\s*(?:'[^']+'|\w+(?: as \w+)?),\s*'([^']{10,})'/g
/** Files that write outside of a call. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'plugins/account/accounts/administratorInvites.ts': 'links that the console makes, with an entry of its own',
}
/** Bulk places of all plugins together: a new one needs an old one to go, or a good reason here. */
const MAX = 25

/** @returns one line per raw write that no `bulk` surrounds, and one when there are too many bulk places */
export function checkRawWrites(sources: readonly SourceFile[]): string[] {
  const plugins = sources.filter(
    ({ path }) => LOOKED_AT.test(path) && !path.startsWith('plugins/generated/') && !path.includes('/migrations/'),
  )
  const raw = plugins.flatMap(({ path, text }) => {
    if (path in ELSEWHERE) return []
    const spans = bulkSpans(text)
    return [...text.matchAll(WRITES)]
      .filter(({ index }) => !spans.some(([from, to]) => index > from && index < to))
      .map(
        ({ index, 0: found }) => `${path}:${lineOf(text, index)}: "${found}" - write by context.rows, or inside rows.bulk with its reason`,
      )
  })
  const bulk = plugins.flatMap(({ text }) => [...text.matchAll(BULK)]).length
  return bulk > MAX ? [...raw, `${bulk} places write in bulk past the operation log, at most ${MAX} may`] : raw
}

/** From the name to the closing bracket of each `bulk(...)`. */
function bulkSpans(text: string): [number, number][] {
  return [...text.matchAll(BULK)].map(({ index }) => [index, closing(text, text.indexOf('(', index))])
}

function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
