/** Which rows a write of code means: `{ houseId: '7', state: [1, 2], endedAt: null }` are the rows that have all these values. */
import { AgonError } from '../../core/errors.ts'
import { isId } from '../../core/idPattern.ts'
import { encodeValue } from '../calls/columnValues.ts'
import { ownColumn, type RowSelection } from '../calls/rowSource.ts'
import type { Condition, Values } from './rowStatements.ts'

/** @throws AgonError SERVER_FAULT for no field at all, a field that is not stored, and a value that is undefined: it would mean more rows than was meant */
export function rowCondition({ model, entity }: RowSelection, where: Values): Condition {
  const tests = Object.entries(where).map(([name, wanted]): Condition => {
    const column = model.columns.get(name)
    if (!column || wanted === undefined)
      throw new AgonError('SERVER_FAULT', { message: `${entity.id}: rows cannot be chosen by "${name}" = ${String(wanted)}` })
    if (wanted === null) return () => `${ownColumn(name)} IS NULL`
    const usable = [wanted].flat().filter((value) => column.type !== 'bigint' || isId(String(value)))
    const values = usable.map((value) => encodeValue(value, column))
    if (values.length === 1) return (writer) => `${ownColumn(name)} = ${writer.value(values[0], column.type)}`
    return (writer) => `${ownColumn(name)} = ANY(${writer.value(values, `${column.type}[]`)})`
  })
  if (tests.length === 0) throw new AgonError('SERVER_FAULT', { message: `${entity.id}: a write must say which rows it means` })
  return (writer) => tests.map((test) => test(writer)).join(' AND ')
}
