import type { ReactNode } from 'react'
import { booted } from '../runtime/client/boot.ts'
import type { CallError } from '../runtime/client/CallError.ts'
import { ChunkFailed } from '../runtime/client/loadChunk.ts'
import { errorText } from '../runtime/client/toasts.ts'
import { SignInNeeded } from './SignInNeeded.tsx'
import { StatePage } from './StatePage.tsx'

/** Shown when a page cannot be loaded: signed out, no permission, not found, or a failure with a retry. */
export function PageFailure({ error, retry }: { error: CallError | ChunkFailed; retry(): void }): ReactNode {
  const app = booted.boot?.app
  // only reloading the page helps
  if (error instanceof ChunkFailed) return <StatePage kind="failed" text={errorText(error)} retry={() => location.reload()} />
  if (error.status === 401 && app) return <SignInNeeded app={app} />
  if (error.code === 'PERMISSION_DENIED') return <StatePage kind="noAccess" />
  if (error.code === 'NOT_FOUND') return <StatePage kind="notFound" />
  if (error.code === 'NETWORK_FAILED') return <StatePage kind="offline" retry={retry} />
  return <StatePage kind="failed" text={errorText(error)} retry={retry} />
}
