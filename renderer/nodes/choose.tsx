import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { holds } from '../../runtime/client/scope.ts'
import type { NodeProps } from '../NodeList.tsx'
import { NodeList } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'

/** Draws the first branch whose condition holds; nothing until the sources that the conditions read have answered. */
export default function ChooseNode({ node }: NodeProps<'choose'>): ReactNode {
  const conditions = useMemo(() => node.branches.map(({ when }) => when), [node])
  return (
    <SourceFrame reads={conditions} skeleton={null}>
      <Branch node={node} />
    </SourceFrame>
  )
}

function Branch({ node }: NodeProps<'choose'>): ReactNode {
  const index = useScoped((scope) => node.branches.findIndex(({ when }) => holds(when, scope)))
  // another branch is another part of the screen, so typed text is not carried over
  return <NodeList key={index} nodes={node.branches[index]?.children} />
}
