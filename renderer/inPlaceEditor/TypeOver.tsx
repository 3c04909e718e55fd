import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { translate } from '../../runtime/client/texts.ts'

interface TypeOverProps {
  /** Shows the words. */
  element: HTMLElement
  /** As the document has them, with the places of values. */
  text: string
  /** Null: nothing was typed. */
  onEnd(text: string | null): void
}

/** Words typed over the place where they are read. Enter or leaving keeps them, Escape does not. */
export function TypeOver({ element, text, onEnd }: TypeOverProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null)
  const hasEnded = useRef(false)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  function end(words: string | null): void {
    if (hasEnded.current) return
    hasEnded.current = true
    onEnd(words)
  }
  return createPortal(
    <textarea
      ref={field}
      className="ag-in-place-type"
      aria-label={translate('studioSight.words')}
      defaultValue={text}
      style={placeOver(element)}
      onBlur={({ target }) => end(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end(null)
        if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
          event.preventDefault()
          end(event.currentTarget.value)
        }
      }}
    />,
    document.body,
  )
}

const LEAST_WIDTH_PX = 120

function placeOver(element: HTMLElement): CSSProperties {
  const { top, left, width, height } = element.getBoundingClientRect()
  const { font, lineHeight, letterSpacing } = getComputedStyle(element)
  return {
    '--ag-in-place-top': `${top + scrollY}px`,
    '--ag-in-place-left': `${left + scrollX}px`,
    '--ag-in-place-width': `${Math.max(width, LEAST_WIDTH_PX)}px`,
    '--ag-in-place-height': `${height}px`,
    font,
    lineHeight,
    letterSpacing,
  } as CSSProperties
}
