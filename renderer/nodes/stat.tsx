import type { ReactNode } from 'react'
import { addressOf } from '../../runtime/client/actions.ts'
import { FormattedValue } from '../FormattedValue.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped, useText, useValue } from '../useScoped.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'

/** One figure with its label; with `to`, a link to what it counts. */
export default function StatNode({ node }: NodeProps<'stat'>): ReactNode {
  const label = useText(node.label)
  const hint = useText(node.hint)
  const to = useScoped((scope) => (node.to ? addressOf(node.to, scope) : ''))
  return (
    <div className={joinClasses('ag-stat', to && 'ag-card--link')}>
      <p className="ag-stat__label">
        {to ? (
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
      {hint && <p className="ag-stat__hint">{hint}</p>}
    </div>
  )
}

function Figure({ node }: NodeProps<'stat'>): ReactNode {
  return <FormattedValue value={useValue(node.value)} format={node.format ?? 'number'} />
}
