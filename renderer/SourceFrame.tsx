/** What a node shows while the sources it reads are on their way or have failed: a skeleton, or what happened with a retry. */
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { CallError } from '../runtime/client/CallError.ts'
import { namesIn } from '../runtime/client/scope.ts'
import { resolveText, translate } from '../runtime/client/texts.ts'
import { errorText } from '../runtime/client/toasts.ts'
import { useScreen } from './ScreenContext.ts'
import { useWaiting } from './useWaiting.ts'
import { Banner } from './widgets/light/Banner.tsx'
import { Button } from './widgets/light/Button.tsx'

/** @param reads the values of the node; the sources named in their expressions decide */
export function SourceFrame({ reads, skeleton, children }: { reads: unknown; skeleton: ReactNode; children: ReactNode }): ReactNode {
  const { screen } = useScreen()
  const states = useSnapshot(screen.sources.states)
  const isWaiting = useWaiting(reads)
  const named = [...namesIn(reads)].filter((name) => name in states)
  const failed = named.find((name) => states[name]!.status === 'error')
  if (failed) return <SourceFailure error={states[failed]!.error as CallError} retry={() => void screen.sources.refresh([failed])} />
  if (isWaiting) return skeleton
  const busy = named.some((name) => states[name]!.busy)
  // beside them, not around them: another parent would make them anew, with all that was typed into them
  return (
    <>
      {busy && <span className="ag-refreshing" aria-busy="true" hidden />}
      {children}
    </>
  )
}

/** What happened, and a way to try again. */
export function SourceFailure({ error, retry }: { error: unknown; retry(): void }): ReactNode {
  const title = error instanceof CallError && error.title ? resolveText(error.title) : translate('kernel.load.failed')
  return (
    <Banner tone="error" title={title} text={errorText(error)}>
      <Button size="small" icon="refresh" onClick={retry}>
        {translate('kernel.retry')}
      </Button>
    </Banner>
  )
}
