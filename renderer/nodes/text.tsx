import type { ReactNode } from 'react'
import { Heading } from '../Heading.tsx'
import { useHeadingLevel, useSubtitleLevel } from '../HeadingContext.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useText } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

/** A text: title, subtitle, paragraph, muted note or caption. */
export default function TextNode({ node }: NodeProps<'text'>): ReactNode {
  return (
    <SourceFrame reads={node.text} skeleton={<Skeleton lines={1} />}>
      <Words node={node} />
    </SourceFrame>
  )
}

function Words({ node }: NodeProps<'text'>): ReactNode {
  const text = useText(node.text)
  const level = useHeadingLevel(node)
  const subtitle = useSubtitleLevel()
  if (!text) return null
  const style = node.as ?? 'body'
  if (style === 'title' || style === 'subtitle') {
    return (
      <Heading level={style === 'title' ? level : subtitle} className={`ag-text ag-text--${style}`}>
        {text}
      </Heading>
    )
  }
  return <p className={`ag-text ag-text--${style}`}>{text}</p>
}
