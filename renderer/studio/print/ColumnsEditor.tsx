import type { ReactNode } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { JsonSchema, PrintElement } from '../../../runtime/core/documents.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { valueWords } from '../metaWords.ts'
import { columnsOf } from './designedPrint.ts'

type Table = Extract<PrintElement, { kind: 'table' }>
type Column = Table['columns'][number]
const MAX = 8
const ALIGNS = ['left', 'centre', 'right'] as const

interface ColumnsEditorProps {
  element: Table
  schema: JsonSchema
  onChange(columns: Column[]): void
}

/** Columns of a table: the value of each, its heading in both languages, its share of the width. */
export function ColumnsEditor({ element: { columns, rows }, schema, onChange }: ColumnsEditorProps): ReactNode {
  const known = columnsOf(schema, rows)
  const write = (at: number, change: Partial<Column>) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, ...change } : column)))
  const add = () => {
    const next = known.find(({ value }) => !columns.some((column) => column.value === value)) ?? known[0]
    if (next) onChange([...columns, { value: next.value, title: next.title, width: 30 }])
  }
  return (
    <fieldset className="ag-print-columns">
      <legend>{translate('studioPrint.columns')}</legend>
      {columns.map((column, at) => {
        const name = translate('studioPrint.column', { number: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
          <div key={at} className="ag-print-columns__one">
            <select
              className="ag-form-input"
              aria-label={`${name}: ${translate('studioPrint.columnValue')}`}
              value={column.value}
              onChange={({ target }) => {
                const found = known.find(({ value }) => value === target.value)
                if (found) write(at, { value: found.value, title: found.title })
              }}
            >
              {!known.some(({ value }) => value === column.value) && <option value={column.value}>{column.value}</option>}
              {known.map(({ value, title }) => (
                <option key={value} value={value}>
                  {resolveText(title)}
                </option>
              ))}
            </select>
            {(['zh', 'en'] as const).map((lang) => (
              <input
                key={lang}
                className="ag-form-input"
                aria-label={`${name}: ${translate(`studioPrint.heading.${lang}`)}`}
                value={column.title?.[lang] ?? ''}
                onChange={({ target }) => write(at, { title: { zh: '', en: '', ...column.title, [lang]: target.value } })}
              />
            ))}
            <input
              type="number"
              className="ag-form-input"
              aria-label={`${name}: ${translate('studioPrint.columnWidth')}`}
              min={1}
              max={100}
              value={column.width}
              onChange={({ target }) => Number(target.value) > 0 && write(at, { width: Number(target.value) })}
            />
            <select
              className="ag-form-input"
              aria-label={`${name}: ${translate('studioPrint.columnAlign')}`}
              value={column.align ?? 'left'}
              onChange={({ target }) => write(at, { align: target.value as Column['align'] })}
            >
              {ALIGNS.map((align) => (
                <option key={align} value={align}>
                  {valueWords('align', align)}
                </option>
              ))}
            </select>
            <Button
              size="small"
              tone="link"
              icon="close"
              aria-label={`${name}: ${translate('studioPrint.remove')}`}
              disabled={columns.length === 1}
              onClick={() => onChange(columns.filter((_, index) => index !== at))}
            />
          </div>
        )
      })}
      <Button size="small" icon="plus" disabled={columns.length >= MAX || known.length === 0} onClick={add}>
        {translate('studioPrint.addColumn')}
      </Button>
    </fieldset>
  )
}
