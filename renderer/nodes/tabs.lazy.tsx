import type { ReactNode } from 'react'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { habitKey, readStored, writeStored } from '../../runtime/client/remembered.ts'
import type { Scope } from '../../runtime/client/scope.ts'
import { evaluateCel, holds } from '../../runtime/client/scope.ts'
import { mayUse } from '../../runtime/client/session.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import type { Node, Text } from '../../runtime/core/documents.ts'
import { NodeBoundary } from '../NodeBoundary.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { NodeList } from '../NodeList.tsx'
import { useScoped } from '../useScoped.ts'
import { useWaiting } from '../useWaiting.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import { TabLinks } from '../widgets/light/TabLinks.tsx'
import type { TabItem } from '../widgets/light/Tabs.tsx'
import { Tabs } from '../widgets/light/Tabs.tsx'

type TabsPart = Extract<Node, { node: 'tabs' }>
interface Shown extends TabItem {
  /** Id of the item that draws it. */
  drawnBy: string
  /** Its address opens it, but nothing leads there. */
  isHidden: boolean
}

/** The item for ids that only `shown` knows. */
const ANY = '*'

export const drawnFirst = true

/** Tabs of a page. With `parameter` the open tab is in the address, so that it can be linked and survives a reload; with `path` each has an
 * address of its own. With `remember` this browser opens the tab again that was opened last. */
export default function TabsNode({ node }: NodeProps<'tabs'>): ReactNode {
  const shown = useScoped((scope) => shownTabs(node, scope))
  const path = useScoped((scope) => (typeof node.path === 'object' ? String(evaluateCel(node.path, scope) ?? '') : node.path))
  const isWaiting = useWaiting(node.shown)
  if (isWaiting) return <Skeleton lines={6} />
  return path ? <AddressTabs node={node} path={path} shown={shown} /> : <PlainTabs node={node} shown={shown} />
}

function PlainTabs({ node, shown }: NodeProps<'tabs'> & { shown: readonly Shown[] }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(() => (node.remember ? readStored<string>(habitKey(node.remember)) : null))
  const [search, setSearch] = useSearchParams()
  const wanted = (node.parameter && search.get(node.parameter)) || chosen
  const current = shown.find((item) => item.id === wanted) ?? shown[0]
  if (!current) return null

  function change(id: string): void {
    setChosen(id)
    if (node.remember) writeStored(habitKey(node.remember), id)
    if (!node.parameter) return
    const next = new URLSearchParams(search)
    next.set(node.parameter, id)
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <Tabs items={shown} current={current.id} onChange={change}>
      <Panel node={node} tab={current} />
    </Tabs>
  )
}

/** The address decides; one that names no tab leads to the first. */
function AddressTabs({ node, path, shown }: NodeProps<'tabs'> & { path: string; shown: readonly Shown[] }): ReactNode {
  const { pathname, search } = useLocation()
  const kept = keptQuery(search, node.keep ?? [])
  const named = decodeURIComponent(pathname.slice(path.length).replace(/^\/|\/$/g, ''))
  const first = shown.find(({ isHidden }) => !isHidden)
  const current = named === '' ? first : shown.find(({ id }) => id === named)
  if (!current) return first ? <Navigate to={path + kept} replace /> : null
  const addressOf = (id: string) => (id === first?.id ? path : `${path}/${encodeURIComponent(id)}`) + kept
  return (
    <TabLinks items={shown.filter((item) => !item.isHidden || item === current)} current={current.id} addressOf={addressOf}>
      <Panel node={node} tab={current} />
    </TabLinks>
  )
}

function Panel({ node, tab }: NodeProps<'tabs'> & { tab: Shown }): ReactNode {
  return (
    <NodeBoundary key={tab.id} name={tab.id}>
      <div className="ag-stack">
        <NodeList nodes={node.items.find(({ id }) => id === tab.drawnBy)?.children} />
      </div>
    </NodeBoundary>
  )
}

function shownTabs(node: TabsPart, scope: Scope): Shown[] {
  const usable = node.items.filter((item) => mayUse(item.permission) && holds(item.visibleWhen, scope))
  const chosen = node.shown ? evaluateCel(node.shown, scope) : null
  const listed = Array.isArray(chosen) ? (chosen as { id?: unknown; title?: Text | null; hidden?: boolean }[]) : null
  if (!listed) return usable.filter(({ id }) => id !== ANY).map((item) => ({ ...face(item, item.id, item.title, scope), isHidden: false }))
  return listed.flatMap(({ id, title, hidden = false }) => {
    const isItem = node.items.some((each) => each.id === id)
    const item = usable.find((each) => each.id === (isItem ? id : ANY))
    return item && typeof id === 'string' ? [{ ...face(item, id, title || item.title, scope), isHidden: hidden }] : []
  })
}

function face(item: TabsPart['items'][number], id: string, title: Text, scope: Scope): Omit<Shown, 'isHidden'> {
  const badge = item.badge && evaluateCel(item.badge, scope)
  return { id, drawnBy: item.id, title: resolveText(title, scope), badge: badge ? String(badge) : undefined }
}

function keptQuery(search: string, keep: readonly string[]): string {
  const here = new URLSearchParams(search)
  const kept = new URLSearchParams(keep.flatMap((name) => here.getAll(name).map((value) => [name, value])))
  return kept.size > 0 ? `?${kept}` : ''
}
