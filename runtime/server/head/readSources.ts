/** Data of a public page as a visitor gets it, before the page is sent: what the page is about (sources with `subject`), and what the words of its head
 *  name. A source waits for those it reads, as in the browser. */

import type { Source } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression } from '../../core/expressions/index.ts'
import { compileValue } from '../calls/compileValue.ts'

export type Names = Readonly<Record<string, unknown>>
export type Ask = (call: string, input: Record<string, unknown>, source: Source) => Promise<unknown>

export interface PageData {
  /** By source; null for what was not asked for, or did not answer. */
  data: Names
  /** What the page is about does not exist for a visitor. */
  isGone: boolean
}

/** The row is not there, or the address names none that could be. */
const GONE: readonly string[] = ['NOT_FOUND', 'CALL_INPUT']

/**
 * @param wanted  names of sources; others are read where these need them. Names of nothing are ignored
 * @param scope   the other names that expressions see
 */
export async function readSources(
  sources: Readonly<Record<string, Source>>,
  wanted: Iterable<string>,
  { scope, ask }: { scope: Names; ask: Ask },
): Promise<PageData> {
  const reading = new Map<string, Promise<unknown>>()
  let isGone = false

  function read(name: string): Promise<unknown> {
    const known = reading.get(name)
    if (known) return known
    const started = readOne(sources[name]!, name)
    reading.set(name, started)
    return started
  }

  async function readOne(source: Source, name: string): Promise<unknown> {
    const needed = [...namesIn([source.params, source.when])].filter((other) => other !== name && Object.hasOwn(sources, other))
    const data = await Promise.all(needed.map(async (other) => [other, await read(other)] as const))
    const here = { ...scope, ...Object.fromEntries(data) }
    if (source.when && compileValue(source.when)(here) !== true) return null
    const given = Object.entries(compileValue(source.params ?? {})(here) as Names).filter(
      ([, value]) => value !== null && value !== undefined,
    )
    try {
      return await ask(source.call, Object.fromEntries(given), source)
    } catch (error) {
      if (source.subject && error instanceof AgonError && GONE.includes(error.code)) isGone = true
      return null
    }
  }

  const names = [...wanted].filter((name) => Object.hasOwn(sources, name))
  const data = await Promise.all(names.map(async (name) => [name, await read(name)] as const))
  return { data: Object.fromEntries(data), isGone }
}

/** Names that the expressions inside a value read. */
export function namesIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return names
  const { cel } = value as { cel?: unknown }
  if (typeof cel === 'string') for (const [name] of compileExpression(cel).references) names.add(name!)
  else for (const item of Object.values(value)) namesIn(item, names)
  return names
}
