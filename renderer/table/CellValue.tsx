import type { ReactNode } from 'react'
import { formatValue, shortMoment } from '../../runtime/client/format.ts'
import { FormattedValue } from '../FormattedValue.tsx'
import { AnswerValue } from '../form/AnswerValue.tsx'
import { AppLink } from '../widgets/light/AppLink.tsx'
import type { Column, Row } from './tableColumns.ts'

/** The value of a row in a column, as a link where it leads somewhere. */
export function CellValue({ column, row }: { column: Column; row: Row }): ReactNode {
  const value = column.value(row)
  const isAbsent = isEmpty(value)
  const address = isAbsent ? '' : (column.to?.(row) ?? '')
  const shown = <BareValue column={column} value={value} isAbsent={isAbsent} />
  return address ? <AppLink to={address}>{shown}</AppLink> : shown
}

/** Shown as a dash. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** An answer by its form field, everything else by the column's format. */
function BareValue({ column, value, isAbsent }: { column: Column; value: unknown; isAbsent: boolean }): ReactNode {
  if (column.answer && !isAbsent) return <AnswerValue field={column.answer} value={value} />
  if (column.format === 'datetime' && !isAbsent && !Array.isArray(value)) return <ListedMoment value={String(value)} />
  return <FormattedValue value={value} format={column.format} enumId={column.enumId} />
}

function ListedMoment({ value }: { value: string }): ReactNode {
  return (
    <time dateTime={value} title={formatValue(value, 'datetime')}>
      {shortMoment(value)}
    </time>
  )
}
