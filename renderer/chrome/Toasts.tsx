import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { translate } from '../../runtime/client/texts.ts'
import { closeToast, toasts } from '../../runtime/client/toasts.ts'
import { Icon } from '../widgets/light/Icon.tsx'

/** Short messages in the corner, announced to screen readers as they appear. */
export function Toasts(): ReactNode {
  const { list } = useSnapshot(toasts)
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
