import type { ReactNode } from 'react'
import { useState } from 'react'
import { actionState, linkAction, runAction } from '../../runtime/client/actions.ts'
import { evaluateCel, extendScope, holds } from '../../runtime/client/scope.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { useScope, useScreen } from '../ScreenContext.ts'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import '../styles/table.css'

type Item = Readonly<Record<string, unknown>>
interface Cell {
  checked: boolean
  /** Why the box cannot be changed; empty: it can. */
  locked: string
}

/** A box for each row and column: ticking one runs `check`, unticking it `uncheck`. Its state is what the data says once they were asked again. */
export default function MatrixNode({ node }: NodeProps<'matrix'>): ReactNode {
  return (
    <SourceFrame reads={node.rows} skeleton={<Skeleton lines={6} />}>
      <Matrix node={node} />
    </SourceFrame>
  )
}

function Matrix({ node }: NodeProps<'matrix'>): ReactNode {
  const { rows, columns, rowTitles, columnTitles, cells } = useScoped((scope) => {
    const [rows, columns] = [node.rows, node.columns].map((items) => itemsOf(evaluateCel(items, scope))) as [Item[], Item[]]
    const cellOf = (row: Item, column: Item): Cell => {
      const inner = extendScope(scope, { row, column })
      const checked = holds(node.checked, inner)
      const locked = node.locked ? resolveText(evaluateCel(node.locked, inner)) : ''
      const linked = linkAction(checked ? node.uncheck : node.check, inner)
      return { checked, locked: locked || (linked ? actionState(linked).reason : '') }
    }
    return {
      ...{ rows, columns },
      rowTitles: rows.map((row) => resolveText(node.rowTitle, extendScope(scope, { row }))),
      columnTitles: columns.map((column) => resolveText(node.columnTitle, extendScope(scope, { column }))),
      cells: rows.map((row) => columns.map((column) => cellOf(row, column))),
    }
  })
  return (
    <section className="ag-matrix" aria-label={resolveText(node.title)}>
      <table>
        <thead>
          <tr>
            <td />
            {columnTitles.map((title, at) => (
              <th key={keyOf(columns[at]!, at)} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)}>
              <th scope="row">{rowTitles[at]}</th>
              {columns.map((column, to) => (
                <td key={keyOf(column, to)}>
                  <Box node={node} row={row} column={column} {...cells[at]![to]!} label={`${rowTitles[at]}, ${columnTitles[to]}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Box({ node, row, column, checked, locked, label }: NodeProps<'matrix'> & Cell & { row: Item; column: Item; label: string }) {
  const { host } = useScreen()
  const scope = useScope()
  const [busy, setBusy] = useState(false)
  const toggle = () => {
    const linked = busy ? null : linkAction(checked ? node.uncheck : node.check, extendScope(scope, { row, column }))
    if (!linked) return
    setBusy(true)
    void runAction(linked, host).finally(() => setBusy(false))
  }
  // a box that cannot be changed can still be reached, so that its reason is heard
  return (
    <input
      type="checkbox"
      checked={checked !== busy}
      aria-label={locked ? `${label}: ${locked}` : label}
      aria-disabled={locked !== '' || busy || undefined}
      title={locked || undefined}
      onChange={locked ? undefined : toggle}
      readOnly={locked !== ''}
    />
  )
}

function itemsOf(value: unknown): Item[] {
  return Array.isArray(value) ? (value as Item[]) : []
}

function keyOf(item: Item, at: number): string {
  return String(item.id ?? at)
}
