import type { ReactNode } from 'react'
import { formatValue, shortMoment } from '../../runtime/client/format.ts'
import { FormattedValue } from '../FormattedValue.tsx'
import { AnswerValue } from '../form/AnswerValue.tsx'
import type { Column, Row } from './tableColumns.ts'

/** The value of a row in a column: an answer by its form field, everything else by the column's format. */
export function CellValue({ column, row }: { column: Column; row: Row }): ReactNode {
  const value = column.value(row)
  const isAbsent = value === undefined || value === null || value === ''
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
