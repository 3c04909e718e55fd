import { observer } from '@formily/react'
import { memo, type ReactNode } from 'react'
import { resolveText } from '../../../runtime/client/texts.ts'
import { childPath } from '../../../runtime/core/form/answerPath.ts'
import type { FieldTemplate } from '../../../runtime/core/form/compileForm.ts'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { errorText } from '../../form/errorText.ts'
import { FieldView } from '../../form/FieldView.tsx'
import type { Shown } from '../../form/FormSession.ts'
import { controlId, useFormFrame } from '../../form/SessionContext.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'
import { useOptions } from './useOptions.ts'
import './rich.css'

/** A group whose fields are the rows of a table: choices from the same options, one or several of them, or groups of the same cells. On a phone each row
 * is a block. */
export default function MatrixControl({ id, answer }: ControlProps): ReactNode {
  const { session } = useFormFrame()
  const template = session.template(answer.path)
  const Rows = template.children[0]?.kind === 'group' ? Cells : Choices
  return (
    <div className="ag-form-matrix" id={id} tabIndex={-1}>
      <Rows path={answer.path} template={template} />
    </div>
  )
}

interface RowsProps {
  path: string
  template: FieldTemplate
}

/** A column, as its head says it. */
function Head({ titles }: { titles: readonly { key: string; title: string }[] }): ReactNode {
  return (
    <thead>
      <tr>
        <td />
        {titles.map(({ key, title }) => (
          <th key={key} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Choices({ path, template }: RowsProps): ReactNode {
  const first = template.children[0]
  const { list } = useOptions(first?.schema ?? {}, '', first && childPath(path, first.name))
  return (
    <table className="ag-form-matrix-table">
      <Head titles={list.map(({ value, label }) => ({ key: String(value), title: label }))} />
      <tbody>
        {template.children.map((row) => (
          <ChoiceRow key={row.name} path={childPath(path, row.name)} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const ChoiceRow = memo(
  observer(function ObservedRow({ path, row }: { path: string; row: FieldTemplate }) {
    const { session, idPrefix } = useFormFrame()
    const { state, error } = session.field(path).data as Shown
    const answer = session.answer(path)
    const [value, write] = useAnswer<OptionValue | OptionValue[]>(answer)
    const { list } = useOptions(row.schema, '', path)
    if (!state.visible) return null
    const id = controlId(idPrefix, path)
    const title = resolveText(row.schema.title)
    const isSeveral = row.schema.type === 'array'
    const chosen = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
    const choose = (option: OptionValue, on: boolean) => {
      if (!isSeveral) return write(option)
      const next = list.map((each) => each.value).filter((each) => (each === option ? on : chosen.includes(each)))
      write(next.length > 0 ? next : undefined)
    }
    return (
      <tr>
        <th scope="row">
          {title}
          {error && (
            <span className="ag-form-field-error" id={`${id}-error`}>
              {errorText(error)}
            </span>
          )}
        </th>
        {list.map((option, at) => (
          <td key={String(option.value)}>
            <LeaveArea className="ag-form-matrix-cell" answer={answer}>
              <label>
                <input
                  type={isSeveral ? 'checkbox' : 'radio'}
                  id={at === 0 ? id : undefined}
                  name={`${idPrefix}${path}`}
                  aria-label={`${title}: ${option.label}`}
                  checked={chosen.includes(option.value)}
                  disabled={!state.enabled || state.disabledOptions.includes(option.value)}
                  aria-invalid={error !== null || undefined}
                  aria-describedby={error ? `${id}-error` : undefined}
                  onChange={(event) => choose(option.value, event.currentTarget.checked)}
                />
                <span aria-hidden="true">{option.label}</span>
              </label>
            </LeaveArea>
          </td>
        ))}
      </tr>
    )
  }),
)

function Cells({ path, template }: RowsProps): ReactNode {
  const columns = template.children[0]!.children
  return (
    <table className="ag-form-matrix-table ag-form-matrix-cells">
      <Head titles={columns.map(({ name, schema }) => ({ key: name, title: resolveText(schema.title) }))} />
      <tbody>
        {template.children.map((row) => (
          <CellRow key={row.name} path={childPath(path, row.name)} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const CellRow = memo(
  observer(function ObservedCells({ path, row }: { path: string; row: FieldTemplate }) {
    const { session, idPrefix } = useFormFrame()
    const { state } = session.field(path).data as Shown
    if (!state.visible) return null
    const id = `${controlId(idPrefix, path)}-row`
    return (
      <tr aria-labelledby={id}>
        <th scope="row" id={id}>
          {resolveText(row.schema.title)}
        </th>
        {row.children.map((cell) => (
          <td key={cell.name}>
            <FieldView path={childPath(path, cell.name)} />
          </td>
        ))}
      </tr>
    )
  }),
)
