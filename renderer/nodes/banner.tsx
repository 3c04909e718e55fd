import type { ReactNode } from 'react'
import { ActionRow } from '../ActionButton.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { useText } from '../useScoped.ts'
import { Banner } from '../widgets/light/Banner.tsx'

/** A notice within the page. */
export default function BannerNode({ node }: NodeProps<'banner'>): ReactNode {
  const title = useText(node.title)
  const text = useText(node.text)
  return (
    <Banner tone={node.tone} title={title} text={text}>
      {node.actions && <ActionRow actions={node.actions} size="small" />}
    </Banner>
  )
}
