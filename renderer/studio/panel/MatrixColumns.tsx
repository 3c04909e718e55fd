import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormField } from '../../../runtime/core/documents.ts'
import { CELL_KINDS, type CellKind, type MatrixColumn, matrixColumns, withCellKind } from '../../../runtime/core/studio/matrixParts.ts'
import { parseOptionLines } from '../../../runtime/core/studio/optionLines.ts'

interface MatrixColumnsProps {
  field: FormField
  onChange(field: FormField): void
}

/** What the cells of each column of a table take; the options of a choice are typed one a line. */
export function MatrixColumns({ field, onChange }: MatrixColumnsProps): ReactNode {
  return (
    <fieldset className="ag-studio-score__answers">
      <legend className="ag-studio-field__label">{translate('studio.matrix.kinds')}</legend>
      {matrixColumns(field).map((column) => (
        <Column key={column.name} column={column} onKind={(kind, options) => onChange(withCellKind(field, column.name, kind, options))} />
      ))}
    </fieldset>
  )
}

interface ColumnProps {
  column: MatrixColumn
  onKind(kind: CellKind, options: MatrixColumn['options']): void
}

function Column({ column, onKind }: ColumnProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  const title = resolveText(column.title)
  const fresh = parseOptionLines(
    [1, 2].map((number) => ['zh', 'en'].map((lang) => translate(`studio.options.fresh.${lang}`, { number })).join('\t')).join('\n'),
  )
  const takeOptions = (text: string) => {
    setTyped(text)
    const made = parseOptionLines(text).map(({ value, label }) => {
      const before = column.options.find((option) => resolveText(option.label) === label.zh || resolveText(option.label) === label.en)
      return before ?? { value, label }
    })
    if (made.length > 0) onKind('choice', made)
  }
  return (
    <div className="ag-studio-score">
      <label className="ag-studio-score__line">
        <span>{title}</span>
        <select
          className="ag-form-input"
          aria-label={translate('studio.matrix.kindOf', { title })}
          value={column.kind}
          onChange={({ target }) => onKind(target.value as CellKind, column.options.length > 0 ? column.options : fresh)}
        >
          {CELL_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {translate(`studio.matrix.kind.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      {column.kind === 'choice' && (
        <textarea
          className="ag-form-input"
          rows={3}
          aria-label={translate('studio.matrix.optionsOf', { title })}
          value={typed ?? column.options.map(({ label }) => resolveText(label)).join('\n')}
          onChange={({ target }) => takeOptions(target.value)}
          onBlur={() => setTyped(null)}
        />
      )}
    </div>
  )
}
