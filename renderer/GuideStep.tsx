import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { translate } from '../runtime/client/texts.ts'
import type { PageDocument } from '../runtime/core/documents.ts'
import { placeOf } from './GuideContext.ts'
import { useText } from './useScoped.ts'
import { Button } from './widgets/light/Button.tsx'
import { useFocusTrap } from './widgets/light/useFocusTrap.ts'

/** Room between light and part, and between light and card. */
const MARGIN_PX = 8
/** A card needs this much below the light, else it is above. */
const CARD_PX = 220

interface Props {
  step: NonNullable<PageDocument['guide']>['steps'][number]
  number: number
  total: number
  onBack?: () => void
  onNext(): void
  onSkip(): void
}

/** One step of a tour: the highlighted part of the page, the rest dimmed, and a card beside it. */
export default function GuideStep({ step, number, total, onBack, onNext, onSkip }: Props): ReactNode {
  const titleId = useId()
  const box = useFocusTrap<HTMLDivElement>(onSkip)
  const style = useLight(step.node)
  const title = useText(step.title)
  const text = useText(step.text)
  return createPortal(
    <div className="ag-guide" style={style}>
      <div className="ag-guide__light" />
      <div ref={box} className="ag-guide__card" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
        <h2 id={titleId} className="ag-guide__title">
          {title}
        </h2>
        <p>{text}</p>
        <div className="ag-guide__foot">
          <span className="ag-guide__count">{translate('kernel.steps', { current: number, total })}</span>
          {number < total && (
            <Button size="small" tone="link" onClick={onSkip}>
              {translate('kernel.guide.skip')}
            </Button>
          )}
          {onBack && (
            <Button size="small" onClick={onBack}>
              {translate('kernel.guide.back')}
            </Button>
          )}
          <Button size="small" tone="primary" data-autofocus onClick={onNext}>
            {translate(number < total ? 'kernel.guide.next' : 'kernel.guide.done')}
          </Button>
        </div>
      </div>
    </div>,
    document.body,
  )
}

/** Where the light and the card stand, as CSS variables; follows the part when the window changes. */
function useLight(node: string): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({})
  useEffect(() => {
    const measure = (): void => setStyle(lightOf(placeOf(node)))
    const place = placeOf(node)
    // The beginning of a part that is higher than the window.
    const tall = (place?.offsetHeight ?? 0) > window.innerHeight / 2
    place?.scrollIntoView({ block: tall ? 'start' : 'center', behavior: 'instant' })
    measure()
    window.addEventListener('resize', measure)
    window.addEventListener('scroll', measure, true)
    return () => {
      window.removeEventListener('resize', measure)
      window.removeEventListener('scroll', measure, true)
    }
  }, [node])
  return style
}

function lightOf(place: HTMLElement | null): CSSProperties {
  if (!place) return {}
  const { top, left, right, bottom } = place.getBoundingClientRect()
  const from = Math.max(top - MARGIN_PX, MARGIN_PX)
  const to = Math.min(bottom + MARGIN_PX, window.innerHeight - MARGIN_PX)
  const below = window.innerHeight - to > CARD_PX
  return {
    '--ag-light-top': `${from}px`,
    '--ag-light-left': `${Math.max(left - MARGIN_PX, 0)}px`,
    '--ag-light-width': `${Math.min(right + MARGIN_PX, window.innerWidth) - Math.max(left - MARGIN_PX, 0)}px`,
    '--ag-light-height': `${to - from}px`,
    '--ag-card-top': below ? `${to + MARGIN_PX}px` : 'auto',
    // A part as high as the window leaves no room: then the card is inside of it.
    '--ag-card-bottom': below ? 'auto' : `${from > CARD_PX ? window.innerHeight - from + MARGIN_PX : 2 * MARGIN_PX}px`,
  } as CSSProperties
}
