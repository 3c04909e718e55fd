/** Tells a person whose session ended by itself, and offers to sign in again and come back to this address. */
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { booted } from '../../runtime/client/boot.ts'
import { session } from '../../runtime/client/session.ts'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'

export function SessionEnded(): ReactNode {
  const { ended } = useSnapshot(session)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const app = booted.boot?.app
  if (!ended || !app || pathname === app.routes.signIn) return null

  function close(): void {
    session.ended = false
  }

  function signIn(): void {
    close()
    void navigate(`${app!.routes.signIn}?${new URLSearchParams({ [app!.returnParameter]: pathname + search })}`)
  }

  return (
    <Overlay
      kind="dialog"
      alert
      width={420}
      title={translate('kernel.session.ended.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{translate('kernel.close')}</Button>
          <Button tone="primary" data-autofocus onClick={signIn}>
            {translate('kernel.session.signIn')}
          </Button>
        </>
      }
    >
      <p>{translate('kernel.session.ended.text')}</p>
    </Overlay>
  )
}
