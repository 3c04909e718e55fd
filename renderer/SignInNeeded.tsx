import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { session } from '../runtime/client/session.ts'
import { signInAddress, tellsOfEnd } from '../runtime/client/signIn.ts'
import type { Boot } from '../runtime/core/wire.ts'
import { StatePage } from './StatePage.tsx'

/** Shown instead of a page that needs a session: leads to the sign-in page and back. A person whose session has just ended is asked first and can
 * stay on the page. */
export function SignInNeeded({ app }: { app: Boot['app'] }): ReactNode {
  const { ended, declinedAt } = useSnapshot(session)
  const { pathname, search, hash } = useLocation()
  const address = signInAddress(app, pathname + search + hash)
  if ((ended && tellsOfEnd(app, undefined)) || declinedAt === pathname) return <StatePage kind="signIn" to={address} />
  return <Navigate to={address} replace />
}
