import { lazy, type ReactNode, Suspense, useState } from 'react'
import { actionState, linkAction } from '../../runtime/client/actions.ts'
import { shortMoment } from '../../runtime/client/format.ts'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { Designed } from '../nodes/designer.lazy.tsx'
import { useScope } from '../ScreenContext.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { Pill } from '../widgets/light/Pill.tsx'
import { DesignMenu } from './DesignMenu.tsx'
import { useAt, useDerived, useDesign, useFailures, useSaveState } from './useDesign.ts'

interface DesignBarProps {
  designed: Designed
  isFull: boolean
  /** Not where the designer has the whole screen already. */
  onFull?(isFull: boolean): void
}

/** Bar above the tabs of the form designer: title, save state, undo and redo, menu, full screen, and publishing. */
export function DesignBar({ designed, isFull, onFull }: DesignBarProps): ReactNode {
  const title = useAt('/title')
  return (
    <div className="ag-studio-bar">
      <div className="ag-studio-bar__name">
        <strong className="ag-studio-bar__title">{resolveText(title)}</strong>
        <StateMark designed={designed} />
        <SaveWords />
      </div>
      <div className="ag-studio-bar__actions">
        <History />
        {onFull && <FullScreen isFull={isFull} onFull={onFull} />}
        <DesignMenu />
        <Publish designed={designed} />
      </div>
    </div>
  )
}

function FullScreen({ isFull, onFull }: Required<Omit<DesignBarProps, 'designed'>>): ReactNode {
  const label = translate(isFull ? 'studio.full.leave' : 'studio.full.enter')
  return (
    <button type="button" className="ag-icon-button" aria-label={label} title={label} onClick={() => onFull(!isFull)}>
      <Icon name={isFull ? 'shrink' : 'expand'} />
    </button>
  )
}

const PublishDialog = lazy(() =>
  loadChunk(() => import('./versions/PublishDialog.tsx')).then(({ PublishDialog: Dialog }) => ({ default: Dialog })),
)

/** Save state of the form; once it is changed, a published form shows as changed. */
function StateMark({ designed }: { designed: Designed }): ReactNode {
  const { session } = useDesign()
  useSaveState()
  if (!designed.state) return null
  const state = designed.state === 'published' && session.revision !== designed.revision ? 'changed' : designed.state
  return <Pill color={STATE_TONES[state] ?? 'default'}>{translate(`studio.state.${state}`)}</Pill>
}

const STATE_TONES: Record<string, 'success' | 'warning' | 'default'> = { published: 'success', changed: 'warning', draft: 'warning' }

function SaveWords(): ReactNode {
  const { session } = useDesign()
  const { phase, savedAt, failure } = useSaveState()
  if (phase === 'failed')
    return (
      <span className="ag-studio-save ag-studio-save--failed" role="alert">
        {translate('studio.save.failed', { reason: failure })}{' '}
        <button type="button" className="ag-form-link-button" onClick={() => void session.flush()}>
          {translate('studio.save.retry')}
        </button>
      </span>
    )
  const at = phase === 'saved' && savedAt ? shortMoment(savedAt) : ''
  return (
    <span className="ag-studio-save" role="status">
      {phase === 'saved' && !savedAt ? '' : translate(`studio.save.${phase}`, { at })}
    </span>
  )
}

function History(): ReactNode {
  const { session } = useDesign()
  useDerived((form) => form)
  const undo = translate('studio.undo', { what: session.undoLabel })
  const redo = translate('studio.redo', { what: session.redoLabel })
  return (
    <>
      <button
        type="button"
        className="ag-icon-button"
        aria-label={undo}
        title={undo}
        disabled={!session.canUndo}
        onClick={() => session.undo()}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="ag-icon-button"
        aria-label={redo}
        title={redo}
        disabled={!session.canRedo}
        onClick={() => session.redo()}
      >
        <Icon name="redo" />
      </button>
    </>
  )
}

function Publish({ designed }: { designed: Designed }): ReactNode {
  const { node, session, run } = useDesign()
  const scope = useScope()
  const failures = useFailures()
  const { phase } = useSaveState()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const linked = node.publish ? linkAction(node.publish, scope) : null
  if (!linked || !node.publish || !actionState(linked).visible) return null
  const publish = async () => {
    setBusy(true)
    await session.flush()
    if (session.save.phase === 'saved') {
      if (node.versions) setAsking(true)
      else await run(node.publish!, { note: '' })
    }
    setBusy(false)
  }
  const publishWith = async (note: string) => {
    if ((await run(node.publish!, { note })) !== undefined) setAsking(false)
  }
  const isSame = designed.state === 'published' && session.revision === designed.revision && phase === 'saved'
  const reason = isSame
    ? translate('studio.publish.nothing')
    : failures.length > 0
      ? translate('studio.publish.mistakes', { count: failures.length })
      : translate(`studio.save.${phase}`, { at: '' })
  return (
    <>
      <Button
        tone="primary"
        busy={busy}
        disabled={isSame || failures.length > 0 || phase === 'conflict'}
        reason={reason}
        onClick={() => void publish()}
      >
        {resolveText(linked.action.label)}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <PublishDialog revision={null} content={session.content} onPublish={publishWith} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
