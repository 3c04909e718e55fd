import { useEffect, useState } from 'react'
import { isFirstScreen } from '../runtime/client/firstScreen.ts'

/** True while the first screen of a visit stands as the server drew it, without what only this browser knows. */
export function useIsFirst(): boolean {
  const [isFirst, setFirst] = useState(isFirstScreen)
  useEffect(() => setFirst(false), [])
  return isFirst
}
