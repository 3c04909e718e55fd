import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { timeText } from './DraftNotices.tsx'
import type { Autosave } from './useAutosave.ts'

/** Saved, saving, or not saved with the reason. Stays at the bottom of the window while the form is longer. */
export function AutosaveStatus({ save }: { save: Autosave }) {
  const { phase, savedAt, failure } = save
  const isWrong = phase === 'invalid' || phase === 'failed'
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
