import type { ReactNode } from 'react'
import { formatValue } from '../../runtime/client/format.ts'
import { evaluateCel, extendScope } from '../../runtime/client/scope.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'
import { Empty } from '../widgets/light/Empty.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

interface Entry {
  time: string
  title: string
  text: string
  state: 'done' | 'current' | 'ahead'
}

export const drawnFirst = true

/** Dates in order, marked as past, current or future. `state` gives done, current or ahead; without it the server's clock decides. */
export default function TimelineNode({ node }: NodeProps<'timeline'>): ReactNode {
  return (
    <SourceFrame reads={node.items} skeleton={<Skeleton lines={5} />}>
      <Entries node={node} />
    </SourceFrame>
  )
}

function Entries({ node }: NodeProps<'timeline'>): ReactNode {
  const entries = useScoped((scope): Entry[] => {
    const rows = asRows(evaluateCel(node.items, scope))
    const now = String(scope.read().now ?? new Date().toISOString())
    return rows.map((item) => {
      const declared = node.state && stateOf(evaluateCel(node.state, extendScope(scope, { item, row: item })))
      return {
        time: String(item[node.time] ?? ''),
        title: resolveText(item[node.title]),
        text: node.text ? resolveText(item[node.text]) : '',
        state: declared ?? (String(item[node.time] ?? '') < now ? 'done' : 'ahead'),
      }
    })
  })
  if (entries.length === 0) return <Empty title={translate('kernel.empty')} />
  return (
    <ol className="ag-timeline">
      {entries.map((entry) => (
        <li
          key={`${entry.time} ${entry.title} ${entry.text}`}
          className={`ag-timeline__item ag-timeline__item--${entry.state}`}
          aria-current={entry.state === 'current' ? 'step' : undefined}
        >
          <span className="ag-timeline__mark">{entry.state === 'done' && <Icon name="check" size="small" />}</span>
          <div className="ag-timeline__words">
            {entry.time && (
              <time className="ag-timeline__time" dateTime={entry.time}>
                {formatValue(entry.time, /T/.test(entry.time) ? 'datetime' : 'date')}
              </time>
            )}
            <p className="ag-timeline__title">{entry.title}</p>
            {entry.text && <p className="ag-timeline__text">{entry.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

// Words that calls use for the three states.
const STATES: Record<string, Entry['state']> = {
  done: 'done',
  past: 'done',
  finished: 'done',
  current: 'current',
  now: 'current',
  active: 'current',
  ahead: 'ahead',
  next: 'ahead',
  future: 'ahead',
}

function stateOf(value: unknown): Entry['state'] | undefined {
  return STATES[String(value)]
}

function asRows(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : []
}
