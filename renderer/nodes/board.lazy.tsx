import type { ReactNode } from 'react'
import { evaluateEntries, holds } from '../../runtime/client/scope.ts'
import { Board } from '../board/Board.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** Rows of a list in columns, one for each value of a field: a card moves by dragging it or by the menu that each one has. */
export default function BoardNode({ node }: NodeProps<'board'>): ReactNode {
  const { source } = node
  const given = useScoped((scope) => (holds(source.when, scope) ? evaluateEntries(source.params, scope) : null))
  return (
    <SourceFrame reads={[source.when, source.params]} skeleton={<Skeleton lines={6} />}>
      <Board node={node} given={given} />
    </SourceFrame>
  )
}
