/** Why a part of a page is shown or not: each part that has a permission or a condition, what that is, and for which roles it is hidden. Only the page
 *  itself knows the present value of a condition; here is what the condition reads. */
import { expandFragments } from '../../core/documents/expandFragments.ts'
import type { Access, Cel, LocalText, PageDocument, Permission } from '../../core/documents.ts'
import { compileExpression } from '../../core/expressions/compileExpression.ts'
import { holdsPermission } from '../../core/permissions.ts'
import type { Platform } from '../../core/platform.ts'
import { textInBoth } from '../documents/textInBoth.ts'
import { accessWords, partWords } from './explainWords.ts'

export interface ExplainedPart {
  /** JSON Pointer in the page, fragments put in their place. */
  path: string
  what: string
  title: LocalText | null
  /** Codes it asks for, of itself and of everything around it. */
  permission: string | null
  condition: string | null
  /** Who sees it, in plain words. */
  sentence: LocalText
  /** Names of sources, state and session that the condition reads. */
  reads: string[]
  /** Ids of roles that do not see it, whatever the condition. */
  hiddenFor: string[]
  /** Whether the role asked about may see it; null: no one was asked about. */
  shown: boolean | null
}

/** @param role id of a role, or null */
export function explainPage(platform: Platform, page: PageDocument, role: string | null): ExplainedPart[] {
  const whole = expandFragments(page, (id) => platform.documents.fragment.get(id))
  const parts: ExplainedPart[] = []
  const reader: Reader = { platform, page: whole, role, roles: rolesOf(platform), parts }
  const permission = typeof page.access === 'object' ? { permission: page.access.permission } : {}
  explain(reader, { ...permission, title: page.title }, { path: '', what: 'page', needs: [] })
  parts[0]!.sentence = accessWords(platform, page.access)
  walk(reader, whole.body, { path: '/body', what: 'page', needs: accessNeeds(page.access) })
  return parts
}

interface Reader {
  platform: Platform
  page: PageDocument
  role: string | null
  roles: readonly { id: string; codes: ReadonlySet<string> }[]
  parts: ExplainedPart[]
}
interface Around {
  path: string
  what: string
  needs: readonly Permission[]
}
type Part = {
  node?: string
  permission?: Permission
  visibleWhen?: Cel
  title?: unknown
  label?: unknown
  text?: unknown
  field?: string
  id?: string
  branches?: { when?: Cel }[]
}

function walk(reader: Reader, value: unknown, around: Around): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(reader, item, { ...around, path: `${around.path}/${index}` })
    return
  }
  if (typeof value !== 'object' || value === null || 'cel' in value) return
  const part = value as Part
  const here = { ...around, what: part.node ?? around.what }
  if (part.permission !== undefined || part.visibleWhen !== undefined) explain(reader, part, here)
  explainBranches(reader, part, here)
  const needs = part.permission === undefined ? around.needs : [...around.needs, part.permission]
  for (const [key, member] of Object.entries(value)) {
    const next = { path: `${around.path}/${key}`, what: part.node ? `${part.node}.${key}` : around.what, needs }
    if (key === 'table' && typeof member === 'string') walkTable(reader, member, next)
    else walk(reader, member, next)
  }
}

function explainBranches(reader: Reader, { node, branches = [] }: Part, { path, needs }: Around): void {
  if (node !== 'choose') return
  for (const [index, { when }] of branches.entries())
    if (when !== undefined) explain(reader, { visibleWhen: when }, { path: `${path}/branches/${index}`, what: 'choose.branches', needs })
}

function walkTable(reader: Reader, id: string, around: Around): void {
  const table = reader.platform.documents.table.get(id)
  if (table)
    walk(
      reader,
      {
        columns: table.columns,
        toolbar: table.toolbar,
        rowActions: table.rowActions,
        bulkActions: table.bulkActions,
        matchingActions: table.matchingActions,
      },
      { ...around, what: `table ${id}` },
    )
}

function explain({ platform, page, role, roles, parts }: Reader, part: Part, { path, what, needs }: Around): void {
  const all = part.permission === undefined ? needs : [...needs, part.permission]
  const sees = (codes: ReadonlySet<string>) => all.every((permission) => holdsPermission(codes, permission))
  const asked = roles.find(({ id }) => id === role)
  parts.push({
    path,
    what,
    title: titleOf(platform, part),
    permission: part.permission === undefined ? null : permissionText(part.permission),
    condition: part.visibleWhen?.cel ?? null,
    sentence: partWords(platform, page, part),
    reads: part.visibleWhen ? readsOf(part.visibleWhen.cel) : [],
    hiddenFor: roles.filter(({ codes }) => !sees(codes)).map(({ id }) => id),
    shown: asked ? sees(asked.codes) : null,
  })
}

function titleOf(platform: Platform, { title, label, text, field, id }: Part): LocalText | null {
  const found = title ?? label ?? text
  if (typeof found === 'string' || (typeof found === 'object' && found !== null && ('zh' in found || 'text' in found)))
    return textInBoth(platform, found as LocalText)
  const name = field ?? id
  return name ? { zh: name, en: name } : null
}

function permissionText(permission: Permission): string {
  if (typeof permission === 'string') return permission
  return 'any' in permission ? permission.any.join(' | ') : permission.all.join(' & ')
}

function readsOf(source: string): string[] {
  try {
    return [...new Set(compileExpression(source).references.map((path) => path.join('.')))]
  } catch {
    return []
  }
}

function accessNeeds(access: Access): Permission[] {
  return typeof access === 'object' ? [access.permission] : []
}

/** Rights of each role together with those of everyone signed in; visitors have only their own. */
function rolesOf({ app, documents }: Platform): { id: string; codes: ReadonlySet<string> }[] {
  const codesOf = (ids: readonly string[]) => ids.flatMap((id) => documents.role.get(id)?.permissions ?? [])
  const everybody = codesOf(app.roles.signedIn)
  return [...documents.role.values()].map(({ id, permissions }) => ({
    id,
    codes: new Set(app.roles.visitor.includes(id) ? codesOf(app.roles.visitor) : [...permissions, ...everybody]),
  }))
}
