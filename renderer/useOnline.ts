import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isFirstScreen } from '../runtime/client/firstScreen.ts'
import { network } from '../runtime/client/offline/replies.ts'

/** Whether there is a network, as the browser says and as requests have found. */
export function useOnline(): boolean {
  const { isLost } = useSnapshot(network)
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
  return online && !isLost
}
