import { type ReactNode, useId, useState } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { CrossTable, QuestionStatistics } from '../../runtime/core/statistics/AnswerStatistics.ts'
import { SourceFailure } from '../SourceFrame.tsx'
import { useAsked } from '../useAsked.ts'
import { Empty } from '../widgets/light/Empty.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import { NotedBars } from './NotedBars.tsx'
import { numberText, shareText, titleOf, withheldText } from './words.ts'

interface CrossProps {
  call: string
  params: Record<string, unknown>
  questions: readonly QuestionStatistics[]
}
const SHARES = ['count', 'line', 'column'] as const
type Share = (typeof SHARES)[number]

/** Cross table of two questions: counts, row or column percentages, or the mean of a number for each choice. */
export function CrossView({ call, params, questions }: CrossProps): ReactNode {
  const choices = questions.filter(({ kind, ofRows }) => !ofRows && (kind === 'choice' || kind === 'choices'))
  const fitting = questions.filter(({ kind, ofRows }) => !ofRows && ['choice', 'choices', 'number', 'rows'].includes(kind))
  const [rows, setRows] = useState(choices[0]?.key ?? '')
  const [columns, setColumns] = useState(fitting.find(({ key }) => key !== choices[0]?.key)?.key ?? '')
  const [share, setShare] = useState<Share>('line')
  if (choices.length === 0 || fitting.length < 2) return <Empty title={translate('results.cross.none')} />
  return (
    <div className="ag-results__cross">
      <div className="ag-results__row">
        <Choose
          label={translate('results.cross.rows')}
          value={rows}
          set={setRows}
          options={choices.map((each) => [each.key, titleOf(each)])}
        />
        <Choose
          label={translate('results.cross.columns')}
          value={columns}
          set={setColumns}
          options={fitting.map((each) => [each.key, titleOf(each)])}
        />
        <Choose
          label={translate('results.cross.show')}
          value={share}
          set={(value) => setShare(value as Share)}
          options={SHARES.map((each) => [each, translate(`results.cross.share.${each}`)])}
        />
      </div>
      <Crossed call={call} params={{ ...params, rows, columns }} share={share} />
    </div>
  )
}

function Choose({
  label,
  value,
  set,
  options,
}: {
  label: string
  value: string
  set(value: string): void
  options: [string, string][]
}): ReactNode {
  const id = useId()
  return (
    <div className="ag-filter">
      <label className="ag-filter__label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="ag-select" value={value} onChange={(event) => set(event.target.value)}>
        {options.map(([own, words]) => (
          <option key={own} value={own}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

function Crossed({ call, params, share }: { call: string; params: Record<string, unknown>; share: Share }): ReactNode {
  const {
    state: { data, error },
    reload,
  } = useAsked<CrossTable>(call, params)
  if (error) return <SourceFailure error={error} retry={() => void reload()} />
  if (!data) return <Skeleton lines={8} />
  if (data.withheld) return <Empty title={translate('results.withheld.title')} text={withheldText(data.withheld, data.smallest)} />
  const isMean = data.columnLabels.length === 0 && data.columns.kind !== 'choice' && data.columns.kind !== 'choices'
  return (
    <>
      <p className="ag-results__note">
        {translate('results.cross.both', { count: numberText(data.both) })}
        {data.without > 0 && translate('results.cross.without', { count: numberText(data.without) })}
        {data.smallest !== null && translate('results.cross.guarded', { size: data.smallest })}
      </p>
      {isMean ? <MeanTable table={data} /> : <CountTable table={data} share={share} />}
    </>
  )
}

function CountTable({ table, share }: { table: CrossTable; share: Share }): ReactNode {
  const cell = (count: number | null, line: number | null, column: number | null) => {
    if (count === null) return translate('results.few')
    const whole = share === 'line' ? line : column
    if (share === 'count') return numberText(count)
    return whole === null ? translate('results.few') : shareText(count, whole)
  }
  const depth = (count: number | null, line: number | null, column: number | null) => {
    const whole = share === 'column' ? column : line
    return count && whole ? Math.min(5, Math.ceil((count / whole) * 5)) : 0
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keys
    <section className="ag-results__scroll" tabIndex={0} aria-label={`${titleOf(table.rows)} × ${titleOf(table.columns)}`}>
      <table className="ag-cross">
        <caption>{`${titleOf(table.rows)} × ${titleOf(table.columns)}`}</caption>
        <thead>
          <tr>
            <th scope="col">{titleOf(table.rows)}</th>
            {table.columnLabels.map(({ value, label }) => (
              <th key={value} scope="col">
                {resolveText(label)}
              </th>
            ))}
            <th scope="col">{translate('results.cross.total')}</th>
          </tr>
        </thead>
        <tbody>
          {table.lines.map(({ value, label, count, cells }) => (
            <tr key={value}>
              <th scope="row">{resolveText(label)}</th>
              {cells.map((each, at) => {
                const top = table.columnLabels[at]!
                return (
                  <td key={top.value} data-depth={depth(each, count, top.count)}>
                    {cell(each, count, top.count)}
                  </td>
                )
              })}
              <td>{count === null ? translate('results.few') : numberText(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{translate('results.cross.total')}</th>
            {table.columnLabels.map(({ value, count }) => (
              <td key={value}>{count === null ? translate('results.few') : numberText(count)}</td>
            ))}
            <td>{numberText(table.both)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function MeanTable({ table }: { table: CrossTable }): ReactNode {
  const title = `${titleOf(table.rows)} × ${titleOf(table.columns)}`
  const points = table.lines.map(({ label, mean, median, count }) => ({
    name: resolveText(label),
    value: mean ?? 0,
    words:
      count === null
        ? translate('results.few')
        : mean === null
          ? '–'
          : translate('results.cross.mean', { mean: numberText(mean), median: numberText(median ?? mean), count: numberText(count) }),
  }))
  return <NotedBars title={title} points={points} note={translate('results.cross.meanNote')} />
}
