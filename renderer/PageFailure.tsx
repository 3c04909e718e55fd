/** A page that did not come: signed out, without permission, gone, or a fault with a retry. */
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { booted } from '../runtime/client/boot.ts'
import type { CallError } from '../runtime/client/CallError.ts'
import { errorText } from '../runtime/client/toasts.ts'
import { StatePage } from './StatePage.tsx'

export function PageFailure({ error, retry }: { error: CallError; retry(): void }): ReactNode {
  const { pathname, search } = useLocation()
  const app = booted.boot?.app
  if (error.code === 'SESSION_REQUIRED' && app && pathname !== app.routes.signIn) {
    return <Navigate to={`${app.routes.signIn}?${new URLSearchParams({ [app.returnParameter]: pathname + search })}`} replace />
  }
  if (error.code === 'PERMISSION_DENIED') return <StatePage kind="noAccess" />
  if (error.code === 'NOT_FOUND') return <StatePage kind="notFound" />
  if (error.code === 'NETWORK_FAILED') return <StatePage kind="offline" retry={retry} />
  return <StatePage kind="failed" text={errorText(error)} retry={retry} />
}
