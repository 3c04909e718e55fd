import type { ReactNode } from 'react'
import { useId } from 'react'
import { createPortal } from 'react-dom'
import { translate } from '../../../runtime/client/texts.ts'
import { Icon } from './Icon.tsx'
import { joinClasses } from './joinClasses.ts'
import { useFocusTrap } from './useFocusTrap.ts'

export interface OverlayProps {
  kind: 'dialog' | 'drawer'
  title: string
  /** Pixels on a wide screen; a phone gives all it has. */
  width?: number
  /** Also asked for by Escape and by a click beside it. */
  onClose(): void
  /** False: there is no cross, and `onClose` says why it stays. */
  closable?: boolean
  footer?: ReactNode
  /** Asked in the middle of a decision: read out immediately. */
  alert?: boolean
  children?: ReactNode
}

/** Dialog in the middle or drawer at the side, over a dimmed page: labelled, with trapped focus, closed by Escape, the cross or a click outside. */
export function Overlay({ kind, title, width, onClose, closable = true, footer, alert, children }: OverlayProps): ReactNode {
  const titleId = useId()
  const box = useFocusTrap<HTMLDivElement>(onClose, kind === 'dialog')
  return createPortal(
    <div className={joinClasses('ag-overlay', `ag-overlay--${kind}`)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; Escape and the cross do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="ag-overlay__mask" onClick={onClose} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take these */}
      <div
        ref={box}
        className="ag-overlay__box"
        role={alert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        style={width ? ({ '--ag-overlay-width': `${width}px` } as React.CSSProperties) : undefined}
      >
        <header className="ag-overlay__head">
          <h2 id={titleId} className="ag-overlay__title">
            {title}
          </h2>
          {closable && (
            <button type="button" className="ag-icon-button" aria-label={translate('kernel.close')} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className="ag-overlay__content">{children}</div>
        {footer && <footer className="ag-overlay__foot">{footer}</footer>}
      </div>
    </div>,
    document.body,
  )
}
