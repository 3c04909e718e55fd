import { type ReactNode, useEffect, useRef } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormError } from '../../runtime/core/contracts.ts'
import { childPath } from '../../runtime/core/form/answerPath.ts'
import type { FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import type { FieldState } from '../../runtime/core/form/createFormEngine.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { errorText } from './errorText.ts'
import type { FieldComponent } from './FieldComponent.ts'
import { fieldsClass } from './fieldsClass.ts'
import { newRow } from './initialAnswers.ts'
import { controlId, useFormFrame } from './SessionContext.ts'
import { type RowEdit, useRows } from './useRows.ts'

interface RepeatProps {
  path: string
  template: FieldTemplate
  state: FieldState
  error: FormError | null
  Field: FieldComponent
}

/** A repeat group: rows of the same fields, as cards or as a table; rows are added, removed, moved and copied. Props (`x-props`): `layout`
 * (`cards`, `table`), `rowTitle` (Text with `{{number}}`), `addLabel` (Text), `fixed` (rows are only moved). `minItems` and `maxItems` bound the
 * rows. */
export function RepeatView({ path, template, state, error, Field }: RepeatProps) {
  const { session, idPrefix } = useFormFrame()
  const { schema } = template
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const rows = useRows(session, path, { min: Number(minItems), max: Number(maxItems), newRow: () => newRow(template) })
  const id = controlId(idPrefix, path)
  const props = schema['x-props'] ?? {}
  const Rows = props.layout === 'table' ? TableRows : CardRows
  const root = useRef<HTMLFieldSetElement>(null)
  const focusNext = useFocusOnNewRow(root, rows.keys.length)
  const add = () => {
    focusNext()
    rows.add()
  }
  return (
    <fieldset
      ref={root}
      className="ag-form-repeat"
      id={id}
      data-field={path}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="ag-form-group-title">
        {resolveText(schema.title)}
        {state.required && (
          <span className="ag-form-field-mark" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {schema.description && <p className="ag-form-field-help">{resolveText(schema.description)}</p>}
      <Rows
        path={path}
        template={template}
        rows={rows}
        rowTitle={props.rowTitle}
        disabled={!state.enabled}
        fixed={props.fixed === true}
        Field={Field}
      />
      <RemovedRow rows={rows} />
      {rows.keys.length === 0 && <p className="ag-form-repeat-empty">{translate('form.repeat.empty')}</p>}
      {error && (
        <p className="ag-form-field-error" id={`${id}-error`}>
          {errorText(error)}
        </p>
      )}
      {!props.fixed && (
        <Button className="ag-form-repeat-add" icon="plus" disabled={!rows.canAdd || !state.enabled} onClick={add}>
          {props.addLabel ? resolveText(props.addLabel) : translate('form.repeat.add')}
        </Button>
      )}
    </fieldset>
  )
}

/** The deleted row, with an undo button that takes the focus, because the pressed button is gone. */
function RemovedRow({ rows }: { rows: RowEdit }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (rows.removedAt !== null) button.current?.focus()
  }, [rows.removedAt])
  return (
    <p className="ag-form-repeat-removed" role="status">
      {rows.removedAt !== null && (
        <>
          {translate('form.repeat.removed', { number: rows.removedAt + 1 })}{' '}
          <button ref={button} type="button" className="ag-form-link-button" onClick={rows.undo}>
            {translate('form.repeat.undo')}
          </button>
        </>
      )}
    </p>
  )
}

/** A row added by hand is where the person continues. The button that added it may be disabled by then, and have lost the focus.
 *  @returns says that the next row is one */
function useFocusOnNewRow(root: React.RefObject<HTMLFieldSetElement | null>, count: number): () => void {
  const isByHand = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the count has changed
  useEffect(() => {
    if (isByHand.current) root.current?.querySelector<HTMLElement>('[data-row]:last-of-type :is(input, select, textarea)')?.focus()
    isByHand.current = false
  }, [count, root])
  return () => {
    isByHand.current = true
  }
}

interface RowsProps {
  path: string
  template: FieldTemplate
  rows: RowEdit
  rowTitle: unknown
  disabled: boolean
  /** Rows are only moved. */
  fixed: boolean
  Field: FieldComponent
}

function CardRows({ path, template, rows, rowTitle, disabled, fixed, Field }: RowsProps) {
  return rows.keys.map((key, at) => (
    <fieldset key={key} className="ag-form-repeat-card" data-row={at}>
      <legend className="ag-hidden">{titleOf(rowTitle, at)}</legend>
      <div className="ag-form-repeat-card-head">
        <strong aria-hidden="true">{titleOf(rowTitle, at)}</strong>
        <RowButtons rows={rows} at={at} disabled={disabled} fixed={fixed} />
      </div>
      <div className={fieldsClass(template.children)}>
        {template.children.map((child) => (
          <Field key={child.name} path={childPath(childPath(path, at), child.name)} />
        ))}
      </div>
    </fieldset>
  ))
}

function TableRows({ path, template, rows, rowTitle, disabled, fixed, Field }: RowsProps) {
  if (rows.keys.length === 0) return null
  return (
    <div className="ag-form-repeat-table-frame">
      <table className="ag-form-repeat-table">
        <thead>
          <tr>
            {template.children.map((child) => (
              <th key={child.name} scope="col">
                {resolveText(child.schema.title)}
              </th>
            ))}
            <th>
              <span className="ag-hidden">{translate('form.repeat.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.keys.map((key, at) => (
            <tr key={key} data-row={at}>
              {template.children.map((child) => (
                <Cell key={child.name} label={resolveText(child.schema.title)}>
                  <Field path={childPath(childPath(path, at), child.name)} />
                </Cell>
              ))}
              <td className="ag-form-repeat-table-actions" data-label={titleOf(rowTitle, at)}>
                <RowButtons rows={rows} at={at} disabled={disabled} fixed={fixed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return <td data-label={label}>{children}</td>
}

function RowButtons({ rows, at, disabled, fixed }: { rows: RowEdit; at: number; disabled: boolean; fixed: boolean }) {
  const number = at + 1
  const buttons = [
    { key: 'up', sign: '↑', run: () => rows.move(at, at - 1), off: at === 0, hidden: false },
    { key: 'down', sign: '↓', run: () => rows.move(at, at + 1), off: at === rows.keys.length - 1, hidden: false },
    { key: 'copy', sign: <Icon name="copy" size="small" />, run: () => rows.copy(at), off: !rows.canAdd, hidden: fixed },
    { key: 'remove', sign: '×', run: () => rows.remove(at), off: !rows.canRemove, hidden: fixed },
  ].filter(({ hidden }) => !hidden)
  return (
    <span className="ag-form-repeat-buttons">
      {buttons.map((button) => (
        <button
          key={button.key}
          type="button"
          className="ag-form-icon-button"
          title={translate(`form.repeat.${button.key}`)}
          aria-label={translate(`form.repeat.${button.key}Row`, { number })}
          disabled={disabled || button.off}
          onClick={button.run}
        >
          <span aria-hidden="true">{button.sign}</span>
        </button>
      ))}
    </span>
  )
}

function titleOf(rowTitle: unknown, at: number): string {
  return rowTitle ? resolveText(rowTitle, undefined, { number: at + 1 }) : translate('form.repeat.row', { number: at + 1 })
}
