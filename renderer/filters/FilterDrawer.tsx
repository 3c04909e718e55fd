import type { ReactNode } from 'react'
import { useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'

interface FilterDrawerProps {
  /** Filters that are set. */
  count: number
  /** Null when there is nothing to clear. */
  clear: (() => void) | null
  children: ReactNode
}

/** Filters on a phone: a button with the number of active filters, and a drawer that holds them. */
export function FilterDrawer({ count, clear, children }: FilterDrawerProps): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {translate('kernel.filter.open')}
        {count > 0 && <span className="ag-badge">{count}</span>}
      </Button>
      {open && (
        <Overlay
          kind="drawer"
          title={translate('kernel.filter.open')}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button disabled={!clear} onClick={() => clear?.()}>
                {translate('kernel.filter.clear')}
              </Button>
              <Button tone="primary" onClick={() => setOpen(false)}>
                {translate('kernel.filter.show')}
              </Button>
            </>
          }
        >
          <div className="ag-filter-stack">{children}</div>
        </Overlay>
      )}
    </>
  )
}
