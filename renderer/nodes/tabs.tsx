/** Tabs of a page. With `parameter` the open tab stands in the address, so that it can be linked and survives a reload. With `remember`
 *  this browser opens the tab again that was opened last. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { habitKey, readStored, writeStored } from '../../runtime/client/remembered.ts'
import { evaluateCel, holds } from '../../runtime/client/scope.ts'
import { mayUse } from '../../runtime/client/session.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import { NodeBoundary } from '../NodeBoundary.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { NodeList } from '../NodeList.tsx'
import { useScoped } from '../useScoped.ts'
import { Tabs } from '../widgets/light/Tabs.tsx'

export default function TabsNode({ node }: NodeProps<'tabs'>): ReactNode {
  const [chosen, setChosen] = useState<string | null>(() => (node.remember ? readStored<string>(habitKey(node.remember)) : null))
  const [search, setSearch] = useSearchParams()
  const shown = useScoped((scope) =>
    node.items
      .filter((item) => mayUse(item.permission) && holds(item.visibleWhen, scope))
      .map((item) => {
        const badge = item.badge && evaluateCel(item.badge, scope)
        return { id: item.id, title: resolveText(item.title, scope), badge: badge ? String(badge) : undefined }
      }),
  )
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
      <NodeBoundary key={current.id} name={current.id}>
        <div className="ag-stack">
          <NodeList nodes={node.items.find((item) => item.id === current.id)?.children} />
        </div>
      </NodeBoundary>
    </Tabs>
  )
}
