/** Asks before another page takes the place of one with unsent answers: links, actions, and the browser's back and forward. */
import type { ReactNode } from 'react'
import { useBlocker } from 'react-router-dom'
import { translate } from '../runtime/client/texts.ts'
import { isAnythingUnsent } from '../runtime/client/unsent.ts'
import { Button } from './widgets/light/Button.tsx'
import { Overlay } from './widgets/light/Overlay.tsx'

export function LeaveQuestion(): ReactNode {
  // Filters and tabs change the query of the address, and keep what stands on the page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isAnythingUnsent(),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Overlay
      kind="dialog"
      alert
      width={440}
      title={translate('form.leave.title')}
      onClose={blocker.reset}
      footer={
        <>
          <Button tone="danger" onClick={blocker.proceed}>
            {translate('form.leave.leave')}
          </Button>
          <Button tone="primary" data-autofocus onClick={blocker.reset}>
            {translate('form.leave.stay')}
          </Button>
        </>
      }
    >
      <p className="ag-prose">{translate('form.leave.text')}</p>
    </Overlay>
  )
}
