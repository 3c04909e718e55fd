/** Nothing here, and the next step. */
import type { ReactNode } from 'react'
import { EmptyNotice } from '../EmptyNotice.tsx'
import type { NodeProps } from '../NodeList.tsx'

export default function EmptyNode({ node }: NodeProps<'empty'>): ReactNode {
  return <EmptyNotice empty={node} />
}
