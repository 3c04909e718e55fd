import type { ReactNode } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { AnswerStatistics } from '../../runtime/core/statistics/AnswerStatistics.ts'
import { durationText, numberText, shareText } from './words.ts'

/** Key figures: responses, completion rate, completion time. */
export function Figures({ statistics, narrowed }: { statistics: AnswerStatistics; narrowed: boolean }): ReactNode {
  const { head, counted, withheld } = statistics
  return (
    <div className="ag-results__figures">
      <Figure label={translate('results.figure.submitted')} value={numberText(head.submitted)} />
      {narrowed && !withheld && (
        <Figure
          label={translate('results.figure.counted')}
          value={numberText(counted)}
          hint={translate('results.figure.ofAll', { share: shareText(counted, head.submitted) })}
        />
      )}
      {head.started !== null && <Figure label={translate('results.figure.started')} value={numberText(head.started)} />}
      {head.started !== null && <Figure label={translate('results.figure.finished')} value={shareText(head.submitted, head.started)} />}
      {head.medianSeconds !== null && head.medianSeconds > 0 && (
        <Figure
          label={translate('results.figure.time')}
          value={durationText(head.medianSeconds)}
          hint={translate('results.figure.timeHint')}
        />
      )}
    </div>
  )
}

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }): ReactNode {
  return (
    <div className="ag-stat">
      <p className="ag-stat__label">{label}</p>
      <p className="ag-stat__value">{value}</p>
      {hint && <p className="ag-stat__hint">{hint}</p>}
    </div>
  )
}
