import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { waiting } from '../../runtime/client/offline/waiting.ts'
import { release } from '../../runtime/client/offline/worker.ts'
import { session } from '../../runtime/client/session.ts'
import { translate } from '../../runtime/client/texts.ts'
import { useOnline } from '../useOnline.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { Icon } from '../widgets/light/Icon.tsx'

/** Notices above the page: the connection is lost; a form of another page waits to be sent; the platform was renewed. */
export function OfflineNotice(): ReactNode {
  const online = useOnline()
  const { isOld } = useSnapshot(release)
  const { facts } = useSnapshot(session)
  const { list } = useSnapshot(waiting)
  const { pathname, search } = useLocation()
  if (!online)
    return (
      <div className="ag-offline" role="status">
        <Icon name="offline" size="small" />
        {translate('kernel.offline')}
      </div>
    )
  const other = Object.values(list).find(({ owner, page }) => owner === facts.userId && page !== pathname + search)
  if (other)
    return (
      <div className="ag-offline" role="status">
        <Icon name="warning" size="small" />
        {translate('kernel.waiting', { title: other.title })}
        <AppLink to={other.page}>{translate('kernel.waitingOpen')}</AppLink>
      </div>
    )
  if (!isOld) return null
  return (
    <div className="ag-offline" role="status">
      <Icon name="refresh" size="small" />
      {translate('kernel.release')}
      <button type="button" className="ag-offline__action" onClick={() => location.reload()}>
        {translate('kernel.reload')}
      </button>
    </div>
  )
}
