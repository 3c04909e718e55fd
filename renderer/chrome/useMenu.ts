import { useLocation } from 'react-router-dom'
import { evaluateCel, holds } from '../../runtime/client/scope.ts'
import { mayUse } from '../../runtime/client/session.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import type { ActionRef, Cel, MenuItem } from '../../runtime/core/documents.ts'
import { safeAddress } from '../../runtime/core/safeAddress.ts'
import { useScoped } from '../useScoped.ts'

export interface ShownItem {
  id: string
  label: string
  /** The label as the menu has it: in each language. */
  name: MenuItem['label']
  icon?: string
  to?: string
  newTab?: boolean
  action?: ActionRef
  badge?: string
  active: boolean
  /** Not needed so far: behind a button at the end of its group. */
  unused: boolean
  children: ShownItem[]
}

/** The items of a menu that are permitted and visible now, with their badges, and which of them the address belongs to. */
export function useMenu(items: readonly MenuItem[] | undefined): ShownItem[] {
  const { pathname, search } = useLocation()
  const active = activeItem(items ?? [], pathname, search)
  return useScoped((scope) => shownItems(items ?? [], scope, { active, query: queryNow(scope, search) }))
}

interface MenuPlace {
  active: MenuItem | null
  /** Of the present address, with what its path says. */
  query: URLSearchParams
}

/** What the frame knows of the address goes before the query itself: the path may name a parameter. */
function queryNow(scope: Parameters<typeof evaluateCel>[1], search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries((scope.read().query ?? {}) as Record<string, unknown>)) {
    if (typeof value === 'string' && !query.has(name)) query.set(name, value)
  }
  return query
}

function shownItems(items: readonly MenuItem[], scope: Parameters<typeof evaluateCel>[1], place: MenuPlace): ShownItem[] {
  return items
    .filter((item) => mayUse(item.permission) && holds(item.visibleWhen, scope))
    .map((item) => ({
      id: item.id,
      label: resolveText(item.label, scope),
      name: item.label,
      icon: item.icon,
      to: item.address ? addressOf(item.address, scope) : item.to && withKept(item.to, item.keep, place.query),
      newTab: item.newTab,
      action: item.action,
      badge: badgeText(item.badge && evaluateCel(item.badge, scope)),
      active: item === place.active,
      unused: item !== place.active && item.unused !== undefined && holds(item.unused, scope),
      children: shownItems(item.children ?? [], scope, place),
    }))
    .filter((item) => item.to || item.action || item.children.length > 0)
}

/** Only a path or a web address, because a reply may contain anything. */
function addressOf(address: Cel, scope: Parameters<typeof evaluateCel>[1]): string | undefined {
  return safeAddress(String(evaluateCel(address, scope) ?? '')) || undefined
}

function withKept(to: string, keep: readonly string[] = [], now: URLSearchParams): string {
  const kept = new URLSearchParams(keep.flatMap((name) => now.getAll(name).map((value) => [name, value])))
  return kept.size === 0 ? to : `${to}${to.includes('?') ? '&' : '?'}${kept}`
}

/** The one item an address belongs to: the longest beginning among `activeOn` (else `to`) wins; a final `$` wants the whole path; what stands behind a
 *  `?` has to be in the query; `*` takes what no one else claims, without what is behind a `!`. */
export function activeItem(items: readonly MenuItem[], pathname: string, search = ''): MenuItem | null {
  const all = flatten(items)
  let best: { item: MenuItem; length: number } | null = null
  for (const item of all) {
    for (const beginning of item.activeOn ?? (item.to ? [item.to.split(/[?#]/)[0]!] : [])) {
      const [path = '', query] = beginning.split('?')
      if (beginning !== '*' && isUnder(pathname, path) && holdsQuery(search, query) && beginning.length > (best?.length ?? -1))
        best = { item, length: beginning.length }
    }
  }
  return best?.item ?? all.find(({ activeOn }) => activeOn?.includes('*') && !activeOn.some((path) => isExcluded(pathname, path))) ?? null
}

function holdsQuery(search: string, wanted = ''): boolean {
  const query = new URLSearchParams(search)
  return [...new URLSearchParams(wanted)].every(([name, value]) => query.get(name) === value)
}

function isExcluded(pathname: string, rule: string): boolean {
  return rule.startsWith('!') && isUnder(pathname, rule.slice(1))
}

function isUnder(pathname: string, beginning: string): boolean {
  if (beginning.endsWith('$')) return pathname === beginning.slice(0, -1)
  if (beginning === '/') return pathname === '/'
  return pathname === beginning || pathname.startsWith(`${beginning.replace(/\/$/, '')}/`)
}

function flatten(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => [item, ...flatten(item.children ?? [])])
}

function badgeText(value: unknown): string | undefined {
  return value === null || value === undefined || value === 0 || value === '' || value === false ? undefined : String(value)
}
