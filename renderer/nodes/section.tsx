import type { ReactNode } from 'react'
import { useContext, useMemo } from 'react'
import { addressOf } from '../../runtime/client/actions.ts'
import { ActionRow } from '../ActionButton.tsx'
import { imageAddress } from '../FormattedValue.tsx'
import { Heading } from '../Heading.tsx'
import { HeadingContext, useHeadingLevel } from '../HeadingContext.ts'
import type { NodeProps } from '../NodeList.tsx'
import { NodeList } from '../NodeList.tsx'
import { useScoped, useText, useValue } from '../useScoped.ts'
import { useWaiting } from '../useWaiting.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { Cover } from '../widgets/light/Cover.tsx'
import { SkeletonWords } from '../widgets/light/Skeleton.tsx'

/** A part of a page with a heading and actions on its right. Tone `hero` opens a page; `tint` has a tinted background. */
export default function SectionNode({ node }: NodeProps<'section'>): ReactNode {
  const level = useHeadingLevel(node)
  const around = useContext(HeadingContext)
  const below = useMemo(() => ({ ...around, level: level + 1 }), [around, level])
  const title = useText(node.title)
  const isWaiting = useWaiting(node.title)
  const text = useText(node.text)
  const to = useScoped((scope) => (node.to ? addressOf(node.to, scope) : ''))
  const tone = node.tone ?? 'plain'
  return (
    <section className={`ag-section ag-section--${tone}`} id={node.id}>
      {tone === 'hero' && <Backdrop node={node} seed={title} />}
      {(title || isWaiting || text || node.actions) && (
        <header className="ag-section__head">
          <div className="ag-section__words">
            {(title || isWaiting) && (
              <Heading level={level} className="ag-section__title">
                {isWaiting ? <SkeletonWords /> : to ? <AppLink to={to}>{title}</AppLink> : title}
              </Heading>
            )}
            {text && <p className="ag-section__text">{text}</p>}
          </div>
          <ActionRow actions={node.actions} />
        </header>
      )}
      <HeadingContext value={below}>
        <div className="ag-section__body">
          <NodeList nodes={node.children} />
        </div>
      </HeadingContext>
    </section>
  )
}

// With `image` the picture (or a made one) is beside the words; without it the opening is a plain field of colour.
function Backdrop({ node, seed }: NodeProps<'section'> & { seed: string }): ReactNode {
  const image = useValue(node.image)
  if (node.image === undefined) return <HeroPattern />
  return (
    <div className="ag-section__picture" aria-hidden="true">
      <Cover image={imageAddress(image)} seed={seed} />
    </div>
  )
}

function HeroPattern(): ReactNode {
  return (
    <svg className="ag-section__pattern" viewBox="0 0 1200 400" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" focusable="false">
      {[40, 90, 150, 220, 300, 390, 490].map((radius) => (
        <circle key={radius} cx="1010" cy="110" r={radius} />
      ))}
      <path d="M0 400C260 300 420 380 640 300S1020 220 1200 120V400Z" />
      <path d="M0 400C300 350 520 400 760 340S1060 290 1200 230V400Z" />
    </svg>
  )
}
