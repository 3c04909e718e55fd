import { type ReactNode, useEffect, useState } from 'react'
import { followJob } from '../../../runtime/client/followJob.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { errorText } from '../../../runtime/client/toasts.ts'
import type { FormDocument, Source } from '../../../runtime/core/documents.ts'
import type { FieldImpact, FormImpact, ImpactAnswer } from '../../../runtime/core/studio/formImpact.ts'
import type { JobView } from '../../../runtime/core/wire.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Skeleton } from '../../widgets/light/Skeleton.tsx'
import { useDesign } from '../useDesign.ts'

type State = { phase: 'asking'; progress?: JobView } | { phase: 'shown'; impact: FormImpact } | { phase: 'failed'; words: string }

/** Effect of publishing a version on existing answers: computed by the server, shown in words and by field. */
export function Impact({ source, content }: { source: Source; content: FormDocument }): ReactNode {
  const { ask } = useDesign()
  const [state, setState] = useState<State>({ phase: 'asking' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a content
  useEffect(() => {
    const waiting = new AbortController()
    const { signal } = waiting
    const tell = (next: State) => signal.aborted || setState(next)
    tell({ phase: 'asking' })
    ask<ImpactAnswer>(source, { content })
      .then(async (answer) => {
        if (!('jobId' in answer)) return answer
        const job = await followJob(answer.jobId, (progress) => tell({ phase: 'asking', progress }), signal)
        return job.result as FormImpact
      })
      .then(
        (impact) => tell({ phase: 'shown', impact }),
        (error: unknown) => tell({ phase: 'failed', words: errorText(error) }),
      )
    return () => waiting.abort()
  }, [content])
  if (state.phase === 'asking') return <Asking {...(state.progress && { progress: state.progress })} />
  if (state.phase === 'failed') return <Banner tone="warning" title={translate('studio.impact.failed')} text={state.words} />
  return <Consequences impact={state.impact} />
}

function Asking({ progress }: { progress?: JobView }): ReactNode {
  const words = translate('studio.impact.asking')
  return (
    <div role="status">
      <p className="ag-studio-hint">
        {words} {progress?.note}
      </p>
      {progress ? <progress className="ag-progress" max={1} value={progress.done} aria-label={words} /> : <Skeleton lines={3} />}
    </div>
  )
}

function Consequences({ impact }: { impact: FormImpact }): ReactNode {
  const { submitted, drafts, fields } = impact
  if (submitted.total + drafts.total === 0) return <p className="ag-studio-hint">{translate('studio.impact.nobody')}</p>
  const lines = [
    { key: 'hides', count: submitted.losing },
    { key: 'optionGone', count: submitted.optionGone },
    { key: 'wouldMiss', count: submitted.incomplete },
    { key: 'draftsLose', count: drafts.losing },
    { key: 'draftsIncomplete', count: drafts.incomplete },
  ].filter(({ count }) => count > 0)
  return (
    <div className="ag-studio-impact" data-impact="">
      <p className="ag-studio-hint">{translate('studio.impact.looked', { submitted: submitted.total, drafts: drafts.total })}</p>
      {lines.length === 0 ? (
        <Banner tone="success" title={translate('studio.impact.none')} />
      ) : (
        <ul className="ag-studio-impact__lines">
          {lines.map(({ key, count }) => (
            <li key={key}>{translate(`studio.impact.${key}`, { count })}</li>
          ))}
        </ul>
      )}
      {fields.length > 0 && <FieldTable fields={fields} />}
      <p className="ag-studio-hint">{translate('studio.impact.kept')}</p>
    </div>
  )
}

const COLUMNS = ['removed', 'hidden', 'optionGone', 'missing', 'invalid'] as const

function FieldTable({ fields }: { fields: readonly FieldImpact[] }): ReactNode {
  const columns = COLUMNS.filter((column) => fields.some((field) => field[column] > 0))
  return (
    <div className="ag-studio-impact__scroll">
      <table className="ag-studio-impact__table">
        <thead>
          <tr>
            <th scope="col">{translate('studio.impact.field')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {translate(`studio.impact.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.field}>
              <th scope="row">{resolveText(field.title)}</th>
              {columns.map((column) => (
                <td key={column}>
                  {field[column] > 0 ? field[column] : ''}
                  {column === 'optionGone' && field.options.length > 0 && (
                    <span className="ag-studio-hint">
                      {' '}
                      {field.options.map(({ value, count }) => `${String(value)} × ${count}`).join(', ')}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
