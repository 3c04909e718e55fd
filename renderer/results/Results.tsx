import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { sameValue } from '../../runtime/client/sameValue.ts'
import { extendScope } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { Node } from '../../runtime/core/documents.ts'
import type { AnswerStatistics } from '../../runtime/core/statistics/AnswerStatistics.ts'
import { ActionRow } from '../ActionButton.tsx'
import { ScopeContext, useScope, useScreen } from '../ScreenContext.ts'
import { SourceFailure } from '../SourceFrame.tsx'
import { useAsked } from '../useAsked.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { Button } from '../widgets/light/Button.tsx'
import { Empty } from '../widgets/light/Empty.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import { Tabs } from '../widgets/light/Tabs.tsx'
import { Course } from './Course.tsx'
import { CrossView } from './CrossView.tsx'
import { Figures } from './Figures.tsx'
import { QuestionList } from './QuestionList.tsx'
import { type Narrowing, ResultFilters } from './ResultFilters.tsx'
import { withheldText } from './words.ts'

type ResultsNode = Extract<Node, { node: 'results' }>
const VIEWS = ['questions', 'cross', 'course'] as const
const EVERYTHING: Narrowing = { only: {}, from: '', to: '' }

/** Statistics of a stored form: filters, key figures, and three views: questions, cross table, progress. */
export function Results({ node, given }: { node: ResultsNode; given: Record<string, unknown> }): ReactNode {
  const scope = useScope()
  const { screen } = useScreen()
  const [narrowing, setNarrowing] = useState(EVERYTHING)
  const [view, setView] = useState<string>(VIEWS[0])
  const { call } = node.source
  const params = useMemo(() => ({ ...given, ...narrowed(narrowing) }), [given, narrowing])
  const {
    state: { data, busy, error },
    reload,
  } = useAsked<AnswerStatistics>(call, params)
  // questions to choose from stay while a filter leaves none
  const { state: whole } = useAsked<AnswerStatistics>(call, sameValue(params, given) ? null : given)
  const toolbar = useMemo(() => extendScope(scope, { params }), [scope, params])
  useEffect(() => screen.onRefresh(node.id ?? '', reload), [screen, node.id, reload])

  if (!data) return error ? <SourceFailure error={error} retry={() => void reload()} /> : <Skeleton lines={10} />
  if (data.head.submitted === 0 && (data.head.started ?? 0) === 0)
    return <Empty title={translate('results.none.title')} text={translate('results.none.text')} />
  const questions = data.questions.length > 0 ? data.questions : (whole.data?.questions ?? [])
  return (
    <div className="ag-results" aria-busy={busy}>
      <div className="ag-results__bar">
        <ResultFilters questions={questions} guarded={data.smallest !== null} narrowing={narrowing} change={setNarrowing} />
        <div className="ag-results__tools">
          <ScopeContext value={toolbar}>
            <ActionRow actions={node.toolbar} size="small" />
          </ScopeContext>
          <Button size="small" icon="print" onClick={() => window.print()}>
            {translate('results.print')}
          </Button>
        </div>
      </div>
      {error && <SourceFailure error={error} retry={() => void reload()} />}
      <Figures statistics={data} narrowed={!sameValue(narrowing, EVERYTHING)} />
      {data.smallest !== null && <Banner tone="info" title={translate('results.guarded', { size: data.smallest })} />}
      <Tabs
        label={translate('results.views')}
        items={VIEWS.map((id) => ({ id, title: translate(`results.view.${id}`) }))}
        current={view}
        onChange={setView}
      >
        {data.withheld && view === 'questions' ? (
          <Empty title={translate('results.withheld.title')} text={withheldText(data.withheld, data.smallest)}>
            <Button onClick={() => setNarrowing(EVERYTHING)}>{translate('kernel.filter.clear')}</Button>
          </Empty>
        ) : view === 'questions' ? (
          <QuestionList call={call} params={params} statistics={data} />
        ) : view === 'cross' ? (
          <CrossView call={call} params={params} questions={questions} />
        ) : (
          <Course head={data.head} />
        )}
      </Tabs>
    </div>
  )
}

function narrowed({ only, from, to }: Narrowing): Record<string, unknown> {
  return { ...(Object.keys(only).length > 0 ? { only } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) }
}
