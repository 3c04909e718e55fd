import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { isFirstScreen } from '../../runtime/client/firstScreen.ts'
import { translate } from '../../runtime/client/texts.ts'
import { Icon } from '../widgets/light/Icon.tsx'

/** A notice shown while the connection is lost. */
export function OfflineNotice(): ReactNode {
  const [online, setOnline] = useState(() => isFirstScreen() || navigator.onLine)
  useEffect(() => {
    const hear = (): void => setOnline(navigator.onLine)
    hear()
    window.addEventListener('online', hear)
    window.addEventListener('offline', hear)
    return () => {
      window.removeEventListener('online', hear)
      window.removeEventListener('offline', hear)
    }
  }, [])
  if (online) return null
  return (
    <div className="ag-offline" role="status">
      <Icon name="offline" size="small" />
      {translate('kernel.offline')}
    </div>
  )
}
