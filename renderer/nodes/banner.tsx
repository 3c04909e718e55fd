import type { ReactNode } from 'react'
import { ActionRow } from '../ActionButton.tsx'
import { ListedTitleContext, useListedTitle } from '../ListedTitle.ts'
import type { NodeProps } from '../NodeList.tsx'
import { useText } from '../useScoped.ts'
import { Banner } from '../widgets/light/Banner.tsx'

/** A notice within the page. */
export default function BannerNode({ node }: NodeProps<'banner'>): ReactNode {
  const title = useText(node.title)
  const text = useText(node.text)
  const titleId = useListedTitle(title)
  return (
    <Banner tone={node.tone} title={title} titleId={titleId.own} text={text}>
      {node.actions && (
        <ListedTitleContext value={titleId.below}>
          <ActionRow actions={node.actions} size="small" />
        </ListedTitleContext>
      )}
    </Banner>
  )
}
