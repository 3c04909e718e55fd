/** Text with formatting that people wrote. The server has cleaned it; here only known elements and attributes are built, never markup as such. */
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { resolveText } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { renderRichText } from '../renderRichText.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { textOf, useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export default function RichTextNode({ node }: NodeProps<'richText'>): ReactNode {
  return (
    <SourceFrame reads={node.html} skeleton={<Skeleton lines={6} />}>
      <Prose node={node} />
    </SourceFrame>
  )
}

function Prose({ node }: NodeProps<'richText'>): ReactNode {
  const html = useScoped((scope) => resolveText(textOf(node.html, scope)))
  const content = useMemo(() => renderRichText(html), [html])
  return html ? <div className="ag-prose">{content}</div> : null
}
