/** Rights that documents would open when they become part of the platform: calls and pages that more people may use, rows that are no longer restricted,
 *  and roles that hold more. The publisher confirms each of them by its key, so that nothing is opened by oversight; the log keeps them. */
import type { DocumentName, HandlerContext } from '../../core/contracts.ts'
import type { Access, AppDocument, CallDocument, LocalText, PageDocument, Permission, RoleDocument, Text } from '../../core/documents.ts'
import { holdsPermission } from '../../core/permissions.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { fillText } from '../wire/fillText.ts'
import { assertCodeRights } from './assertCodeRights.ts'
import { textInBoth } from './textInBoth.ts'

/** What is opened to whom: `public`, `signedIn`, ids of roles. `rows`: people who have access already get further rows. */
export interface OpenedRight {
  kind: string
  id: string
  title: Text
  to: readonly string[]
  rows?: true
  /** Of a role: the codes that it gets. */
  codes?: readonly string[]
}

type Next = Pick<DocumentName, 'kind' | 'id'> & { content: unknown }

/** @param next  contents as they would be served, compared with what is served now */
export function openedRights(platform: Platform, next: readonly Next[]): OpenedRight[] {
  return next.flatMap(({ kind, id, content }) => {
    if (kind === 'role') return openedRole(platform, content as RoleDocument)
    if (kind === 'app') return openedDefaults(platform, content as AppDocument)
    if (kind !== 'call' && kind !== 'page') return []
    const served = kind === 'call' ? platform.documents.call.get(id) : platform.documents.page.get(id)
    return openedAccess(platform, { kind, id, content }, served)
  })
}

/**
 * Refuses while an opened right was not said yes to.
 * @param confirmed  keys of the rights (`keyOf`)
 * @returns          the keys, for the log
 * @throws           PERMISSION_DENIED for permission codes that someone else changes; CONFIRM_FIRST with details `what` (words, one line a right) and `confirmed` (the keys to send)
 */
export function assertConfirmed(
  next: readonly Next[],
  confirmed: readonly string[] = [],
  { documents, lang, session, fail }: HandlerContext,
): string[] {
  // compared with what is published now, not when the request came
  const platform = documents.store.platformBefore()
  assertCodeRights(platform, next, session)
  const rights = openedRights(platform, next)
  const keys = rights.map(keyOf)
  if (keys.some((key) => !confirmed.includes(key)))
    fail('CONFIRM_FIRST', { what: rights.map((right) => wordsOf(right, platform, lang)).join('\n'), confirmed: keys })
  return keys
}

function keyOf({ kind, id, to, rows, codes = [] }: OpenedRight): string {
  return [`${kind}:${id}`, ...to, ...(rows ? ['rows'] : []), ...codes].join(' ')
}

type Guarded = Pick<CallDocument, 'title' | 'access' | 'operation'> | PageDocument

function openedAccess(platform: Platform, { kind, id, content }: Next, served: Guarded | undefined): OpenedRight[] {
  const { title, access } = content as Guarded
  const before = served ? reachOf(platform, served.access) : holders(platform, codesOfStudio(platform))
  const after = reachOf(platform, access)
  const own = { kind, id, title }
  const to = after.filter(
    (who) => !before.includes(who) && !before.includes('public') && !(before.includes('signedIn') && who !== 'public'),
  )
  if (to.length > 0) return [{ ...own, to: to.includes('public') ? ['public'] : to.includes('signedIn') ? ['signedIn'] : to }]
  return served && after.length > 0 && isWider(served, content as Guarded) ? [{ ...own, to: after, rows: true }] : []
}

/** Rows were restricted by objects of the permission or by a condition, and that restriction is gone or another one. */
function isWider(served: Guarded, next: Guarded): boolean {
  const within = (access: Access | undefined) => (typeof access === 'object' ? access.within : undefined)
  const where = (of: Guarded) => ('operation' in of && of.operation && 'where' in of.operation ? of.operation.where : undefined)
  const changed = (left: unknown, right: unknown) => left !== undefined && JSON.stringify(left) !== JSON.stringify(right)
  return changed(within(served.access), within(next.access)) || changed(where(served), where(next))
}

/** A role that gets codes opens what they guard. */
function openedRole({ documents }: Platform, { id, title, permissions }: RoleDocument): OpenedRight[] {
  const served = documents.role.get(id)?.permissions ?? []
  const codes = permissions.filter((code) => !served.includes(code))
  return codes.length > 0 ? [{ kind: 'role', id, title, to: [id], codes }] : []
}

/** Roles that everyone has. */
function openedDefaults({ app }: Platform, next: AppDocument): OpenedRight[] {
  const added = (['visitor', 'signedIn'] as const).map((who) => next.roles[who].filter((role) => !app.roles[who].includes(role)))
  return (['public', 'signedIn'] as const).flatMap((to, at) =>
    added[at]!.length > 0 ? [{ kind: 'app', id: next.id, title: next.title, to: [to], codes: added[at]! }] : [],
  )
}

/** `public`, `signedIn`, or the roles that hold what it asks. */
function reachOf(platform: Platform, access: Access | undefined): string[] {
  if (access === undefined) return []
  return typeof access === 'string' ? [access] : holders(platform, access.permission)
}

function holders({ documents }: Platform, permission: Permission | null): string[] {
  if (permission === null) return []
  return [...documents.role.values()].filter(({ permissions }) => holdsPermission(new Set(permissions), permission)).map(({ id }) => id)
}

/** The permission of the studio: what opens for its holders alone needs no confirmation. */
function codesOfStudio({ app, documents }: Platform): Permission | null {
  const page = [...documents.page.values()].find(({ routes }) => app.routes.studio !== undefined && routes.includes(app.routes.studio))
  return typeof page?.access === 'object' ? page.access.permission : null
}

function wordsOf({ kind, id, title, to, rows, codes }: OpenedRight, platform: Platform, lang: Lang): string {
  const text = (key: string) => platform.texts[lang][`kernel.opened.${key}`] ?? key
  const name = (who: string) => {
    if (who === 'public' || who === 'signedIn') return text(who)
    return nameOf(textInBoth(platform, platform.documents.role.get(who)?.title ?? who), lang)
  }
  const line = codes ? 'codes' : rows ? 'rows' : 'use'
  const what = fillText(text('what'), { kind: text(`kind.${kind}`), title: nameOf(textInBoth(platform, title), lang), id }, lang)
  const who = to.map(name).join(text('comma'))
  return fillText(text(line), { what, who, codes: codes?.join(text('comma')) ?? '' }, lang)
}

function nameOf(text: LocalText, lang: Lang): string {
  return text[lang]
}
