import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { addressOf } from '../../runtime/client/actions.ts'
import type { TableFilterPreset } from '../../runtime/core/documents.ts'
import { FormattedValue } from '../FormattedValue.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { hasPreset, withPreset } from '../table/tablePreset.ts'
import { useScoped, useText, useValue } from '../useScoped.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'

/** One figure with its label; with `to`, a link to what it counts; with `filters`, a filter of a table. */
export default function StatNode({ node }: NodeProps<'stat'>): ReactNode {
  const label = useText(node.label)
  const hint = useText(node.hint)
  const to = useScoped((scope) => (node.to ? addressOf(node.to, scope) : ''))
  const { search } = useLocation()
  const isPressed = node.filters !== undefined && hasPreset(search, node.filters)
  const classes = [(to || node.filters) && 'ag-card--link', isPressed && 'ag-stat--pressed', node.format === 'money' && 'ag-stat--money']
  return (
    <div className={joinClasses('ag-stat', ...classes)}>
      <p className="ag-stat__label">
        {node.filters ? (
          <FilterButton label={label} preset={node.filters} isPressed={isPressed} />
        ) : to ? (
          <AppLink className="ag-cover-link" to={to}>
            {label}
          </AppLink>
        ) : (
          label
        )}
      </p>
      <p className="ag-stat__value">
        <SourceFrame reads={node.value} skeleton={<span className="ag-skeleton ag-skeleton--number" aria-hidden="true" />}>
          <Figure node={node} />
        </SourceFrame>
      </p>
      {node.of && <Reach node={node} />}
      {hint && <p className="ag-stat__hint">{hint}</p>}
    </div>
  )
}

/** Full in the colour of a warning. */
function Reach({ node }: NodeProps<'stat'>): ReactNode {
  const label = useText(node.label)
  const [value, max] = [useValue(node.value), useValue(node.of)]
  if (typeof value !== 'number' || typeof max !== 'number') return null
  const isFull = value >= max
  return (
    <progress
      className={joinClasses('ag-progress', isFull && 'ag-progress--full')}
      max={Math.max(max, 1)}
      value={Math.min(value, max)}
      aria-label={label}
    />
  )
}

function FilterButton({ label, preset, isPressed }: { label: string; preset: TableFilterPreset; isPressed: boolean }): ReactNode {
  const navigate = useNavigate()
  // other filters may have changed since this was drawn
  const press = () => void navigate({ search: withPreset(window.location.search, preset) }, { preventScrollReset: true })
  return (
    <button type="button" className="ag-cover-link ag-stat__filter" aria-pressed={isPressed} onClick={press}>
      {label}
    </button>
  )
}

function Figure({ node }: NodeProps<'stat'>): ReactNode {
  return <FormattedValue value={useValue(node.value)} format={node.format ?? 'number'} />
}
