/** A page that is open to more people than what it shows: they would see a refusal where the rows should be. A source or table with a condition is its author's
 *  decision; so is one whose refusal the page passes over (`noError`). */
import type { Access, PageDocument, Source } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'
import { codesOf } from './linkPermissions.ts'

/** @param whole  the page with its fragments and parts in their places */
export function linkClosed(
  linker: Linker,
  document: LinkedDocument,
  { access, sources: own = {} }: PageDocument,
  whole: PageDocument,
): void {
  if (typeof access === 'object') return
  const report = (path: string, call: string, what: string): void => {
    const asked = linker.index.get('call', call)?.access
    if (asked === undefined || !isCloser(linker, asked, access)) return
    linker.report(document, {
      code: 'SOURCE_CLOSED',
      path,
      expected: `what everyone may read who may open the page ("${access}")`,
      found: `${what} of ${call}, which asks for ${typeof asked === 'string' ? `"${asked}"` : codesOf(asked.permission).join(', ')}`,
      suggestion: 'add a condition on session (when, visibleWhen), or open the page to fewer people',
    })
  }
  for (const [name, source] of Object.entries(whole.sources ?? {}) as [string, Source][])
    if (source.when === undefined && source.noError !== true)
      report(Object.hasOwn(own, name) ? pointer(pointer('/sources', name), 'call') : '/body', source.call, `the source "${name}"`)
  for (const id of openTables(whole.body)) {
    const source = linker.index.get('table', id)?.source
    if (source !== undefined && source.when === undefined) report('/body', source.call, `the table ${id}`)
  }
}

/** Tables that stand under no condition. */
function openTables(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { node, table, visibleWhen, permission, when } = value as Record<string, unknown>
  if (visibleWhen !== undefined || permission !== undefined || when !== undefined) return []
  return [...(node === 'table' && typeof table === 'string' ? [table] : []), ...Object.values(value).flatMap(openTables)]
}

function isCloser(linker: Linker, asked: Access, open: 'public' | 'signedIn'): boolean {
  if (typeof asked === 'string') return asked === 'signedIn' && open === 'public'
  const everyone = new Set(
    (linker.app?.roles[open === 'public' ? 'visitor' : 'signedIn'] ?? []).flatMap((id) => linker.index.get('role', id)?.permissions ?? []),
  )
  return !codesOf(asked.permission).some((code) => everyone.has(code))
}
