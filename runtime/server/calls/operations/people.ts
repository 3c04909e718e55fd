/** The accounts that the rows of a list are about (`people` of a call), for handlers that act on whom a person has filtered. */
import type { CallDocument } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import type { TableModel } from '../../database/tableModel.ts'
import { literal, quote } from '../../database/tableNames.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import type { compileFound } from './list.ts'

type PeopleParts = NonNullable<CallDocument['people']>
type Input = Readonly<Record<string, unknown>>

/** @param ids  of rows, where not all that match are meant. @returns ids of accounts, each once, in ascending order */
export type CompiledPeople = (input: Input, run: CallRun, reach: Reach, ids: readonly string[] | null) => Promise<string[]>

const FOUND = 'found'

/** @throws CALL_COMPILE for a field that a table does not have */
export function compilePeople(
  callId: string,
  people: PeopleParts,
  { found, own, tables }: { found: ReturnType<typeof compileFound>; own: TableModel; tables: ReadonlyMap<string, TableModel> },
): CompiledPeople {
  const assertColumn = (model: TableModel | undefined, field: string): string => {
    if (!model?.columns.has(field))
      throw new AgonError('CALL_COMPILE', {
        call: callId,
        reason: `"people" names "${field}", which ${model?.name ?? 'no table'} does not have`,
      })
    return quote(field)
  }
  const parts = people.map((part) => {
    if (typeof part === 'string') return `SELECT ${FOUND}.${assertColumn(own, part)} AS person FROM ${FOUND}`
    const { entity, by, of = 'id', field, is = {} } = part
    const model = tables.get(entity)
    const tests = Object.entries(is).map(([name, code]) => ` AND p.${assertColumn(model, name)} = ${literal(code)}`)
    const join = `p.${assertColumn(model, by)} = ${FOUND}.${of === 'id' ? '"id"' : assertColumn(own, of)}${tests.join('')}`
    return `SELECT p.${assertColumn(model, field)} AS person FROM ${FOUND} JOIN ${quote(model!.name)} p ON ${join}`
  })
  const fields = people.flatMap((part) => (typeof part === 'string' ? [part] : part.of === undefined || part.of === 'id' ? [] : [part.of]))
  return async (input, run, reach, ids) => {
    const { writer, text } = await found({ input, run, reach }, [...new Set(fields)], ids)
    const all = `WITH ${FOUND} AS MATERIALIZED (${text}) SELECT DISTINCT person FROM (${parts.join(' UNION ALL ')}) AS people`
    const { rows } = await run.query<{ person: string }>(writer.statement(`${all} WHERE person IS NOT NULL ORDER BY person`))
    return rows.map(({ person }) => String(person))
  }
}

const PAGE = 100

/** Of a handler that answers a list: its pages are read.
 *  @param page  the list's answer for one page */
export async function peopleOfPages(
  people: PeopleParts,
  page: (paging: { pageNum: number; pageSize: number }) => Promise<{ list: Record<string, unknown>[]; total: number }>,
  ids: readonly string[] | null,
): Promise<string[]> {
  const fields = people.filter((part) => typeof part === 'string')
  const wanted = ids && new Set(ids)
  const found = new Set<string>()
  for (let pageNum = 1, read = 0; ; pageNum++) {
    const { list, total } = await page({ pageNum, pageSize: PAGE })
    const meant = wanted ? list.filter(({ id }) => wanted.has(String(id))) : list
    for (const row of meant) for (const field of fields) if (row[field] != null) found.add(String(row[field]))
    read += list.length
    if (list.length === 0 || read >= total) return [...found].sort((one, other) => Number(BigInt(one) - BigInt(other)))
  }
}
