import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { booted, reboot } from '../../runtime/client/boot.ts'
import { matchRoute } from '../../runtime/client/routes.ts'
import { session } from '../../runtime/client/session.ts'
import { signInAddress, tellsOfEnd } from '../../runtime/client/signIn.ts'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'

/** Tells a person that the session has ended, and offers to sign in again and return to this address (spec 8). The page behind stays as it is until
 * they answer. A page with `sessionEnd: reload` is loaded again instead: the tokens are gone by then, so it ends there. */
export function SessionEnded(): ReactNode {
  const { ended } = useSnapshot(session)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const { boot } = booted
  const route = boot ? matchRoute(boot.routes, pathname)?.route : undefined
  const reloads = ended && route?.sessionEnd === 'reload'
  useEffect(() => {
    if (reloads) window.location.reload()
  }, [reloads])
  if (!ended || !boot || reloads) return null
  const { app } = boot
  const layout = boot.chromes[route?.chrome ?? '']?.layout
  if (!tellsOfEnd(app, layout)) return null

  function close(): void {
    Object.assign(session, { ended: false, declinedAt: pathname })
    void reboot()
  }

  function signIn(): void {
    session.ended = false
    void navigate(signInAddress(app, pathname + search + hash))
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
