import type { CSSProperties, ReactNode } from 'react'
import { evaluateCel, extendScope } from '../../runtime/client/scope.ts'
import { mayUse } from '../../runtime/client/session.ts'
import { FormattedValue } from '../FormattedValue.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { textOf, useScoped } from '../useScoped.ts'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

export const drawnFirst = true

/** Label and value of the facts of one object. Expressions of the fields see the object as `row`. */
export default function DetailNode({ node }: NodeProps<'detail'>): ReactNode {
  return (
    <SourceFrame reads={node.of} skeleton={<Skeleton lines={Math.min(node.fields.length, 5)} />}>
      <Facts node={node} />
    </SourceFrame>
  )
}

function Facts({ node }: NodeProps<'detail'>): ReactNode {
  const fields = useScoped((scope) => {
    const row = evaluateCel(node.of, scope)
    const inner = extendScope(scope, { row })
    return node.fields
      .filter((field) => mayUse(field.permission))
      .map((field) => ({
        label: textOf(field.label, inner),
        value: evaluateCel(field.value, inner),
        format: field.format,
        enumId: field.enum,
        span: field.span,
      }))
      .filter(({ value }) => !node.filled || !isNothing(value))
  })
  const columns = node.columns ?? 1
  return (
    <dl className={joinClasses('ag-detail', columns === 1 && 'ag-detail--inline')} style={{ '--ag-columns': columns } as CSSProperties}>
      {fields.map((field) => (
        <div key={field.label} className="ag-detail__field" style={{ '--ag-span': Math.min(field.span ?? 1, columns) } as CSSProperties}>
          <dt>{field.label}</dt>
          <dd>
            <FormattedValue value={field.value} format={field.format} enumId={field.enumId} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
