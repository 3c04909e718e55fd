import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { resolveText } from '../../runtime/client/texts.ts'
import { type NodeProps, NodeView } from '../NodeList.tsx'
import { renderRichText } from '../renderRichText.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { textOf, useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export const drawnFirst = true

/** Formatted text. The server has cleaned it; only known elements and attributes are built here, never raw markup. */
export default function RichTextNode({ node }: NodeProps<'richText'>): ReactNode {
  return (
    <SourceFrame reads={node.html} skeleton={<Skeleton lines={6} />}>
      <Prose node={node} />
    </SourceFrame>
  )
}

function Prose({ node }: NodeProps<'richText'>): ReactNode {
  const html = useScoped((scope) => resolveText(textOf(node.html, scope)))
  const { children } = node
  const content = useMemo(() => renderRichText(html, (name) => liveNode(children, name)), [html, children])
  return html ? <div className="ag-prose">{content}</div> : null
}

/** What the document draws for a live part of the text. */
function liveNode(children: NodeProps<'richText'>['node']['children'], name: string): ReactNode {
  const found = children?.find(({ id }) => id === name)
  return found && <NodeView node={found} />
}
