/** What PostgreSQL refuses -> an error with a code. With the tables' models, a broken rule becomes the code that its document names. */
import { AgonError } from '../../core/errors.ts'
import type { FieldError } from '../../core/validation/index.ts'
import { isConnectionLost, isTimeout } from './isConnectionLost.ts'
import type { ConstraintModel, TableModel } from './tableModel.ts'

const RETRY_CODES: ReadonlySet<string> = new Set(['40001', '40P01'])
/** From PostgreSQL 18 on for ON DELETE RESTRICT; before, and for the other actions, 23503. */
const RESTRICT_VIOLATION = '23001'
/** Classes of data that do not fit a column: out of range, not a date, a NUL in a text, too long. */
const OUT_OF_RANGE = '22003'
const MAX_INTEGER = 2 ** 31 - 1
const UNFIT_DATA: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05', '22001'])

interface PostgresError {
  code?: string
  message?: string
  constraint?: string
  table?: string
  column?: string
}

/** Whether running the same transaction again may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRY_CODES.has((error as PostgresError)?.code ?? '')
}

/** Null when the error is not one of these.
 *  @param tables models by table name
 *  @param input  what the call was given: the member with the value that does not fit is named */
export function errorFromPostgres(error: unknown, tables?: ReadonlyMap<string, TableModel>, input?: unknown): AgonError | null {
  const { code = '', message = '', constraint = '', table = '', column = '' } = (error ?? {}) as PostgresError
  if (isConnectionLost(error) || isTimeout(error) || RETRY_CODES.has(code)) return new AgonError('BUSY', { what: 'the database' })
  if (UNFIT_DATA.has(code)) return new AgonError('CALL_INPUT', { errors: unfitMembers({ code, message }, input) })
  if (!code.startsWith('23')) return null
  const rule = findRule(constraint, tables)
  if (code === '23502') return new AgonError('CALL_INPUT', { errors: [{ path: `/${column}`, rule: 'required' }] })
  if (code === '23505') return new AgonError(rule?.error ?? 'CONFLICT', { fields: rule?.columns ?? [] })
  if (code === '23514')
    return new AgonError(rule?.error ?? 'CALL_INPUT', rule?.error === 'CALL_INPUT' ? { errors: [brokenLimit(rule)] } : {})
  if (code === RESTRICT_VIOLATION) return new AgonError('IN_USE', { by: table })
  if (code === '23503')
    return message.includes('is still referenced')
      ? new AgonError('IN_USE', { by: table })
      : new AgonError('REFERENCE', { field: rule?.columns[0] ?? '' })
  return null
}

/** The first member whose value PostgreSQL names; of a number out of range without its value, the first one that is beyond whole numbers of four bytes. */
function unfitMembers({ code, message }: Required<Pick<PostgresError, 'code' | 'message'>>, input: unknown): FieldError[] {
  const named = /"([^"]*)"$/.exec(message.replace(/ is out of range for type .*$/, ''))?.[1]
  const isMeant = (value: unknown): boolean =>
    named === undefined ? code === OUT_OF_RANGE && Math.abs(Number(value)) > MAX_INTEGER : String(value) === named
  const path = findMember(input, isMeant)
  return path === null ? [] : [outOfRange(path)]
}

function findMember(value: unknown, isMeant: (value: unknown) => boolean, path = ''): string | null {
  if (typeof value === 'string' || typeof value === 'number') return isMeant(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, item] of Object.entries(value)) {
    const found = findMember(item, isMeant, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    if (found !== null) return found
  }
  return null
}

function outOfRange(path: string): FieldError {
  return { path, rule: 'range', params: {}, message: { key: 'validation.range', values: {} } }
}

/** The rule of one column. */
function brokenLimit({ columns, limit }: ConstraintModel): FieldError {
  const path = `/${columns[0]}`
  if (limit === undefined) return outOfRange(path)
  return { path, rule: 'maxLength', params: { limit }, message: { key: 'validation.maxLength', values: { limit } } }
}

function findRule(constraint: string, tables: ReadonlyMap<string, TableModel> | undefined): ConstraintModel | undefined {
  for (const model of tables?.values() ?? []) {
    const found = model.constraints.find(({ name }) => name === constraint)
    if (found) return found
  }
  return undefined
}
