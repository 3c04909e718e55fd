import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { alerts, closeAlert } from '../../runtime/client/failures.ts'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'

const WIDTH_PX = 440

/** The alert about a server failure, until the person closes it. */
export function Alerts(): ReactNode {
  const { open } = useSnapshot(alerts)
  if (!open) return null
  const confirm = (
    <Button tone="primary" data-autofocus onClick={closeAlert}>
      {translate('kernel.confirm.ok')}
    </Button>
  )
  return (
    <Overlay kind="dialog" alert width={WIDTH_PX} title={open.title} onClose={closeAlert} footer={confirm}>
      <p className="ag-prose">{open.text}</p>
    </Overlay>
  )
}
