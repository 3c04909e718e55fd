import { useEffect, useRef } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { timeText } from './DraftNotices.tsx'
import type { Autosave } from './useAutosave.ts'

/** Saved, saving, or not saved with the reason. Stays at the bottom of the window while the form is longer.
 *  @param closed  why nothing can be saved now; what could not be is saved when it is empty again */
export function AutosaveStatus({ save, closed }: { save: Autosave; closed: string }) {
  const { phase, savedAt, failure } = save
  const isWrong = phase === 'invalid' || phase === 'failed'
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (closed === '' && latest.current.phase === 'failed') latest.current.retry()
  }, [closed])
  if (closed)
    return (
      <div className="ag-form-autosave" data-phase="failed">
        <span className="ag-form-autosave__words" role="status">
          <Icon name="warning" size="small" />
          <span>{closed}</span>
        </span>
      </div>
    )
  return (
    <div className="ag-form-autosave" data-phase={phase}>
      <span className="ag-form-autosave__words" role={isWrong ? 'alert' : 'status'}>
        {phase === 'saved' && <Icon name="check" size="small" />}
        {isWrong && <Icon name="warning" size="small" />}
        <span>{translate(`form.autosave.${phase}`, { time: savedAt ? timeText(savedAt) : '', failure })}</span>
      </span>
      {phase === 'failed' && (
        <Button size="small" onClick={save.retry}>
          {translate('form.retry')}
        </Button>
      )}
    </div>
  )
}
