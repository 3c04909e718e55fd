/** Changes that a running server refuses although the documents are valid: those that only a release brings (columns, services), and those that would lock
 *  staff out of the place where they could undo them. */
import type { StoredDocument } from '../../core/contracts.ts'
import { pointer, show } from '../../core/documents/failure.ts'
import type { Access, CallDocument, EntityDocument, PageDocument, RoleDocument } from '../../core/documents.ts'
import type { DocumentFailure, Platform } from '../../core/platform.ts'

type Finding = Pick<DocumentFailure, 'code' | 'path' | 'expected' | 'found' | 'suggestion'>

/** @param drafts  valid by themselves and together @param files  ids of the entities that a release has */
export function guardFailures(platform: Platform, drafts: readonly StoredDocument[], files: ReadonlySet<string>): DocumentFailure[] {
  return drafts.flatMap((draft) => {
    const file = `document:${draft.id}.${draft.kind}@${draft.hash}`
    const isOwn = draft.kind === 'entity' && !files.has(draft.id)
    const findings = isOwn ? ownEntityFindings(draft.content as EntityDocument) : findingsOf(platform, draft)
    return findings.map((finding) => ({ file, ...finding }))
  })
}

/** What only the start sets up in the database: the triggers of an entity. */
function ownEntityFindings(next: EntityDocument): Finding[] {
  const keys = (['sums', 'final'] as const).filter((key) => next[key] !== undefined)
  return keys.map((key) => restart(`/${key}`, 'none', show(next[key]), 'ship it as a file: the start makes its triggers'))
}

function findingsOf(platform: Platform, { kind, id, content }: StoredDocument): Finding[] {
  switch (kind) {
    case 'entity':
      return entityFindings(platform.documents.entity.get(id), content as EntityDocument)
    case 'service':
      return wordsOnly(platform.documents.service.get(id), content, 'services are chosen and set up when the server starts')
    case 'keyword':
      return wordsOnly(platform.documents.keyword.get(id), content, 'what a keyword checks is code')
    case 'call':
      return callFindings(content as CallDocument)
    case 'page':
      return studioFindings(platform, platform.documents.page.get(id), content as PageDocument)
    case 'role':
      return roleFindings(platform, platform.documents.role.get(id), content as RoleDocument)
    default:
      return []
  }
}

/** Tables of a release are made and changed when a server starts with the documents of its files: a running one changes words only. */
function entityFindings(served: EntityDocument | undefined, next: EntityDocument): Finding[] {
  const suggestion = 'ship it as a file: a release makes and changes tables'
  if (!served) return []
  const findings = wordsOnly({ ...served, fields: {} }, { ...next, fields: {} }, 'tables change with a release')
  for (const name of new Set([...Object.keys(served.fields), ...Object.keys(next.fields)])) {
    const [before, after] = [served.fields[name], next.fields[name]]
    const path = pointer('/fields', name)
    if (!before) findings.push(restart(path, 'a column the table has', 'a new column', suggestion))
    else if (!after) findings.push(restart(path, 'the column', 'nothing', suggestion))
    else if (withoutWords(before) !== withoutWords(after))
      findings.push(restart(path, withoutWords(before), withoutWords(after), suggestion))
  }
  return findings
}

function wordsOnly(served: object | undefined, next: unknown, why: string): Finding[] {
  if (served && withoutWords(served) === withoutWords(next)) return []
  return [restart('', 'other words only', served ? 'another definition' : 'a new one', `ship it as a file: ${why}`)]
}

const WORDS: ReadonlySet<string> = new Set(['title', 'description', '$schema'])

function withoutWords(value: unknown): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !WORDS.has(key))
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]))
}

function restart(path: string, expected: string, found: string, suggestion: string): Finding {
  return { code: 'DOCUMENT_RESTART', path, expected, found, suggestion }
}

/** The browser and the studio depend on the kernel's own calls. */
function callFindings({ handler }: CallDocument): Finding[] {
  if (!handler?.startsWith('platform.')) return []
  return [guarded('/handler', 'a handler of a plugin', show(handler), "the kernel's own calls stay as they are shipped")]
}

function studioFindings({ app }: Platform, served: PageDocument | undefined, next: PageDocument): Finding[] {
  const { studio } = app.routes
  if (!studio || !served?.routes.includes(studio)) return []
  if (!next.routes.includes(studio))
    return [guarded('/routes', show(studio), show(next.routes), 'staff edit documents there: keep the address')]
  const isOpen = JSON.stringify(next.access) === JSON.stringify(served.access)
  const left = nodesOf([next.body, next.parts])
  const kept = nodesOf([served.body, served.parts]).filter((node) => !left.includes(node))
  if (!isOpen) return [guarded('/access', show(served.access), show(next.access), 'staff edit documents there: keep who may open it')]
  return kept.map((node) => guarded('/body', `a node "${node}"`, 'none', 'staff edit documents by it: keep it'))
}

/** Kinds of nodes, tables and widgets by which something is done. */
function nodesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  const { node, table, visibleWhen } = value as { node?: unknown; table?: unknown; visibleWhen?: unknown }
  const own = node === 'table' && visibleWhen === undefined ? [`table ${String(table)}`] : []
  return [...own, ...Object.values(value).flatMap(nodesOf)]
}

/** A change must not take the permission of the studio from a role that has it. */
function roleFindings({ app, documents }: Platform, served: RoleDocument | undefined, next: RoleDocument): Finding[] {
  const { studio } = app.routes
  const page = [...documents.page.values()].find(({ routes }) => studio !== undefined && routes.includes(studio))
  const lost = codesOf(page?.access).filter((code) => served?.permissions.includes(code) && !next.permissions.includes(code))
  return lost.map((code) => guarded('/permissions', show(code), 'a role without it', 'staff edit documents by it: keep it'))
}

function codesOf(access: Access | undefined): string[] {
  if (access === undefined || typeof access === 'string') return []
  const { permission } = access
  return typeof permission === 'string' ? [permission] : 'any' in permission ? permission.any : permission.all
}

function guarded(path: string, expected: string, found: string, suggestion: string): Finding {
  return { code: 'DOCUMENT_GUARDED', path, expected, found, suggestion }
}
