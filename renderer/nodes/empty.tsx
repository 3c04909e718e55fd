import type { ReactNode } from 'react'
import { EmptyNotice } from '../EmptyNotice.tsx'
import type { NodeProps } from '../NodeList.tsx'

/** An empty state with the next step. */
export default function EmptyNode({ node }: NodeProps<'empty'>): ReactNode {
  return <EmptyNotice empty={node} />
}
