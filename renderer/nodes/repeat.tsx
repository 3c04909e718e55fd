import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { evaluateCel, extendScope } from '../../runtime/client/scope.ts'
import { ListedContext } from '../ListedTitle.ts'
import type { NodeProps } from '../NodeList.tsx'
import { NodeList } from '../NodeList.tsx'
import { ScopeContext, useScope } from '../ScreenContext.ts'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Draws its children for each item; the item is in scope as `item` (or the name in `as`). */
export default function RepeatNode({ node }: NodeProps<'repeat'>): ReactNode {
  return (
    <SourceFrame reads={node.items} skeleton={<Skeleton lines={3} />}>
      <Items node={node} />
    </SourceFrame>
  )
}

function Items({ node }: NodeProps<'repeat'>): ReactNode {
  const items = useScoped((scope) => evaluateCel(node.items, scope))
  if (!Array.isArray(items)) return null
  return items.map((item, index) => <Item key={String((item as { id?: unknown } | null)?.id ?? index)} node={node} item={item} />)
}

function Item({ node, item }: NodeProps<'repeat'> & { item: unknown }): ReactNode {
  const above = useScope()
  const name = node.as ?? 'item'
  const scope = useMemo(() => extendScope(above, { [name]: item }), [above, name, item])
  return (
    <ScopeContext value={scope}>
      <ListedContext value>
        <NodeList nodes={node.children} />
      </ListedContext>
    </ScopeContext>
  )
}
