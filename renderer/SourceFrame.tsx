/** What a node shows while the sources it reads are loading or have failed: a skeleton, or the failure with a retry. */
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { runRemedy } from '../runtime/client/actions.ts'
import { CallError } from '../runtime/client/CallError.ts'
import { remedyOf } from '../runtime/client/remedies.ts'
import { namesIn } from '../runtime/client/scope.ts'
import { resolveText, translate } from '../runtime/client/texts.ts'
import { errorText } from '../runtime/client/toasts.ts'
import { useFrame } from './chrome/FrameContext.ts'
import { useScope, useScreen } from './ScreenContext.ts'
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
  if (failed) return <FailedSource name={failed} />
  if (isWaiting) return skeleton
  const busy = named.some((name) => states[name]!.busy)
  // beside them, not around them: another parent would mount them again and lose what was typed
  return (
    <>
      {busy && <span className="ag-refreshing" aria-busy="true" hidden />}
      {children}
    </>
  )
}

/** The failure of a source of this screen, or of the frame around it. */
export function FailedSource({ name }: { name: string }): ReactNode {
  const { screen } = useScreen()
  const frame = useFrame()
  const { sources } = name in screen.sources.states ? screen : (frame ?? screen)
  const error = useSnapshot(sources.states)[name]?.error
  return error && <SourceFailure error={error} retry={() => void sources.refresh([name])} />
}

/** The failure, with the app's remedy or a retry. */
export function SourceFailure({ error, retry }: { error: unknown; retry(): void }): ReactNode {
  const { host } = useScreen()
  const scope = useScope()
  const remedy = remedyOf(error)
  if (remedy)
    return (
      <Banner tone="info" title={errorText(error)}>
        <Button size="small" tone="primary" onClick={() => void runRemedy(error, scope, host).then((done) => done && retry())}>
          {resolveText(remedy.label, scope)}
        </Button>
      </Banner>
    )
  const title = error instanceof CallError && error.title ? resolveText(error.title) : translate('kernel.load.failed')
  return (
    <Banner tone="error" title={title} text={errorText(error)}>
      <Button size="small" icon="refresh" onClick={retry}>
        {translate('kernel.retry')}
      </Button>
    </Banner>
  )
}
