import type { ReactNode } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { AnswerHead } from '../../runtime/core/statistics/AnswerStatistics.ts'
import { Chart } from '../Chart.tsx'
import { NotedBars } from './NotedBars.tsx'
import { numberText, shareText } from './words.ts'

/** Progress of the responses: responses by day, and the questions at which people stopped. */
export function Course({ head }: { head: AnswerHead }): ReactNode {
  const days = translate('results.course.days')
  return (
    <div className="ag-results__questions">
      <Chart kind="line" title={days} caption={days} points={head.days.map(({ day, count }) => ({ name: day, value: count }))} />
      {head.dropOff && <DropOff steps={head.dropOff} started={head.started ?? 0} />}
    </div>
  )
}

function DropOff({ steps, started }: { steps: NonNullable<AnswerHead['dropOff']>; started: number }): ReactNode {
  const title = translate('results.course.dropOff')
  const points = steps.map(({ title: name, reached, left }) => ({
    name: resolveText(name),
    value: reached,
    words:
      left > 0
        ? translate('results.course.left', { share: shareText(reached, started), left: numberText(left) })
        : shareText(reached, started),
  }))
  return <NotedBars title={title} points={points} note={translate('results.course.dropOffNote')} />
}
