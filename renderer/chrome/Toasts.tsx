import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { translate } from '../../runtime/client/texts.ts'
import { closeToast, leaveToasts, settleToasts, toasts } from '../../runtime/client/toasts.ts'
import { Icon } from '../widgets/light/Icon.tsx'

/** Short messages in the corner, announced to screen readers as they appear. */
export function Toasts(): ReactNode {
  const { list } = useSnapshot(toasts)
  usePageToasts()
  return (
    <section className="ag-toasts" aria-label={translate('kernel.messages')} aria-live="polite">
      {list.map((toast) => (
        <div key={toast.id} className={`ag-toast ag-toast--${toast.tone}`} role={toast.tone === 'error' ? 'alert' : undefined}>
          <Icon name={toast.tone} />
          <div className="ag-toast__body">
            <p>{toast.text}</p>
            {toast.progress !== undefined && <progress className="ag-progress" max={1} value={toast.progress} aria-label={toast.text} />}
          </div>
          {toast.progress === undefined && (
            <button
              type="button"
              className="ag-icon-button ag-icon-button--small"
              aria-label={translate('kernel.close')}
              onClick={() => closeToast(toast.id)}
            >
              <Icon name="close" size="small" />
            </button>
          )}
        </div>
      ))}
    </section>
  )
}

const PRESSES = ['pointerdown', 'keydown'] as const

/** A message belongs to the page where it appeared, or to the page that its action opened. */
function usePageToasts(): void {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  useEffect(() => {
    for (const press of PRESSES) addEventListener(press, settleToasts, true)
    return () => {
      for (const press of PRESSES) removeEventListener(press, settleToasts, true)
    }
  }, [])
  useEffect(() => {
    if (shown.current !== pathname) leaveToasts(isBack)
    shown.current = pathname
  }, [pathname, isBack])
}
