import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { type Pasted, type PastedKind, type PastedRow, readPasted } from '../../../runtime/core/typed/readPasted.ts'
import { afterTyping } from '../../afterTyping.ts'
import type { ControlProps } from '../../form/contract.ts'
import TextareaControl from './textarea.widget.tsx'
import './rich.css'

const PAUSE_MS = 300
/** Rows drawn; those that are not understood come first. */
const SHOWN = 100

/** A list of people or a table, typed or pasted; below it each row as it is read, and those that are not understood. Props: `kind`: `people` (names and
 * email addresses), `accounts`, `table` (the first row holds the names of the columns) or `rows`; `columns` (Text of each column, of `rows`); `rows` (6) of the box. */
export default function PastedControl(control: ControlProps): ReactNode {
  const { answer } = control
  const { kind = 'people', columns = [], rows = 6 } = control.props as { kind?: PastedKind; columns?: unknown[]; rows?: number }
  const [text, setText] = useState(() => String(answer.read() ?? ''))
  const heard = useMemo(() => ({ current: () => {} }), [])
  const follow = useMemo(() => {
    const take = () => setText(String(answer.read() ?? ''))
    const later = () => {
      heard.current()
      heard.current = afterTyping(take, PAUSE_MS)
    }
    return {
      ...answer,
      write(value: unknown) {
        answer.write(value)
        later()
      },
    }
  }, [answer, heard])
  useEffect(() => answer.subscribe(() => setText(String(answer.read() ?? ''))), [answer])
  useEffect(() => () => heard.current(), [heard])
  const pasted = useMemo(() => readPasted(text, kind, columns.length), [text, kind, columns.length])
  return (
    <>
      <TextareaControl {...control} answer={follow} props={{ rows }} />
      <Preview pasted={pasted} titles={columns.length > 0 ? columns.map((title) => resolveText(title)) : pasted.head} />
    </>
  )
}

function Preview({ pasted, titles }: { pasted: Pasted; titles: readonly string[] | null }): ReactNode {
  const { rows } = pasted
  if (rows.length === 0) return null
  const unread = rows.filter((row) => row.isUnread)
  const shown = [...unread, ...rows.filter((row) => !row.isUnread)].slice(0, SHOWN)
  return (
    <section className="ag-form-pasted" aria-label={translate('form.pasted.preview')}>
      <p role="status" className={unread.length > 0 ? 'ag-form-field-error' : 'ag-form-field-help'}>
        {translate('form.pasted.count', { count: rows.length })}
        {unread.length > 0 && translate('form.pasted.unread', { count: unread.length })}
      </p>
      <div className="ag-form-pasted-rows">
        <table>
          {titles && (
            <thead>
              <tr>
                <th scope="col">{translate('form.pasted.line')}</th>
                {titles.map((title, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                  <th key={at} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Row key={at} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <p className="ag-form-field-help">{translate('form.pasted.more', { count: rows.length - shown.length })}</p>
      )}
    </section>
  )
}

function Row({ row }: { row: PastedRow }): ReactNode {
  return (
    <tr className={row.isUnread ? 'ag-form-pasted-unread' : undefined}>
      <th scope="row">
        {row.line}
        {row.isUnread && <span className="ag-hidden">{translate('form.pasted.notUnderstood')}</span>}
      </th>
      {row.cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={at}>{cell}</td>
      ))}
    </tr>
  )
}
