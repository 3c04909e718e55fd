import type { ReactNode } from 'react'
import { useContext, useMemo } from 'react'
import { addressOf } from '../../runtime/client/actions.ts'
import { ActionRow } from '../ActionButton.tsx'
import { imageAddress } from '../FormattedValue.tsx'
import { Heading } from '../Heading.tsx'
import { HeadingContext, useHeadingLevel } from '../HeadingContext.ts'
import { ListedContext, ListedTitleContext, useListedTitle } from '../ListedTitle.ts'
import type { NodeProps } from '../NodeList.tsx'
import { NodeList } from '../NodeList.tsx'
import { useScoped, useText, useValue } from '../useScoped.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { Cover } from '../widgets/light/Cover.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'

/** A card with an optional picture, title, actions and content; with `to`, the title is a link that covers the card. */
export default function CardNode({ node }: NodeProps<'card'>): ReactNode {
  const level = useHeadingLevel(node)
  const around = useContext(HeadingContext)
  const below = useMemo(() => ({ ...around, level: level + 1 }), [around, level])
  const title = useText(node.title)
  const titleId = useListedTitle(title)
  const image = useValue(node.image)
  const to = useScoped((scope) => (node.to ? addressOf(node.to, scope) : ''))
  return (
    <div className={joinClasses('ag-card', to && 'ag-card--link')} id={node.id}>
      {node.image !== undefined && <Cover image={imageAddress(image)} seed={title} />}
      <div className="ag-card__body">
        {(title || node.actions) && (
          <div className="ag-card__head">
            {title && (
              <Heading level={level} className="ag-card__title" id={titleId.own}>
                {to ? (
                  <AppLink className="ag-cover-link" to={to}>
                    {title}
                  </AppLink>
                ) : (
                  title
                )}
              </Heading>
            )}
            <ListedTitleContext value={titleId.below}>
              <ActionRow actions={node.actions} size="small" />
            </ListedTitleContext>
          </div>
        )}
        <HeadingContext value={below}>
          <ListedContext value={false}>
            <ListedTitleContext value={titleId.below}>
              <NodeList nodes={node.children} />
            </ListedTitleContext>
          </ListedContext>
        </HeadingContext>
      </div>
    </div>
  )
}
