/** The row of a `get` as answers of a form (`answersTo`): each question has the value of the field with its name, and a repeat group the rows that belong to
 *  the row. So a form opens with what is stored, without a mapping of its own. */
import type { FormDocument, FormField, OutputField } from '../../core/documents.ts'
import { celToSql } from '../database/celToSql.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { entityField, quote } from '../database/tableNames.ts'
import type { CallRun, RunScope } from './CallRun.ts'
import { type OperationContext, selectionOf } from './operations/operation.ts'
import { rowOutput } from './rowOutput.ts'
import { ownColumn, ROW, type RowSelection } from './rowSource.ts'

type Values = Record<string, unknown>
type AnswersField = Extract<OutputField, { answersTo: unknown }>
type ReadAnswers = (run: CallRun, scope: RunScope, id: string) => Promise<Values>

/** Adds to the answer of one row what its output names so. Null when it names nothing. */
export function compileAnswersTo(context: OperationContext, selection: RowSelection) {
  const fields = Array.isArray(context.call.output) ? (context.call.output as readonly OutputField[]).filter(isAnswersTo) : []
  if (fields.length === 0) return null
  const readers = fields.map(({ name, answersTo }) => ({ name, read: compileAnswers(context, selection, answersTo) }))
  return async (run: CallRun, scope: RunScope, id: string): Promise<Values> => {
    const answers: Values = {}
    for (const { name, read } of readers) answers[name] = await read(run, scope, id)
    return answers
  }
}

function isAnswersTo(field: OutputField): field is AnswersField {
  return typeof field !== 'string' && 'answersTo' in field
}

function compileAnswers(context: OperationContext, selection: RowSelection, answersTo: AnswersField['answersTo']): ReadAnswers {
  const form: FormDocument = context.platform.get('form', answersTo.form)
  const questions = form.schema.properties as Readonly<Record<string, FormField>>
  const own = compileRows(context, selection, questions, `${ROW}."id"`)
  const groups = Object.entries(answersTo.rows ?? {}).map(([name, { entity, by, order = [], where }]) => {
    const rows = selectionOf({ ...context, call: { ...context.call, access: 'signedIn' } }, entity)
    const fields = (questions[name]?.items?.properties ?? {}) as Readonly<Record<string, FormField>>
    const condition = where && celToSql({ cel: where.cel, entity: rows.entity, platform: rows.platform, alias: ROW })
    return { name, read: compileRows(context, rows, { id: {}, ...fields }, ownColumn(by), { order, condition }) }
  })
  return async (run, scope, id) => {
    const [answers = {}] = await own(run, scope, id)
    for (const { name, read } of groups) answers[name] = await read(run, scope, id)
    return answers
  }
}

interface Which {
  order: readonly string[]
  condition: ReturnType<typeof celToSql> | undefined
}

/** Rows of one entity as answers to questions, those with an id in one column. */
function compileRows(
  { call }: OperationContext,
  selection: RowSelection,
  questions: Readonly<Record<string, FormField>>,
  column: string,
  { order, condition }: Which = { order: [], condition: undefined },
) {
  const names = Object.keys(questions).filter((name) => entityField(selection.entity, name) !== undefined)
  const output = rowOutput(call.id, selection, names)
  const sorted = [...order, 'id'].map((name) => ownColumn(name)).join(', ')
  return async (run: CallRun, scope: RunScope, id: string): Promise<Values[]> => {
    const writer = new SqlWriter()
    const columns = output.columns(writer, scope)
    const tests = [`${column} = ${writer.value(id, 'bigint')}`, ...(condition ? [condition.condition(writer, scope)] : [])]
    const from = `FROM ${quote(selection.model.name)} ${ROW} ${output.joins} WHERE ${tests.join(' AND ')} ORDER BY ${sorted}`
    const { rows } = await run.query(writer.statement(`SELECT ${columns} ${from}`))
    const shaped = await output.shape(rows, scope, run.asker)
    return shaped.map((row) => Object.fromEntries(names.flatMap((name) => answered(name, row[name], questions[name]!))))
  }
}

/** A form knows absent answers, not null ones; its uploads are lists. */
function answered(name: string, value: unknown, question: FormField): [string, unknown][] {
  if (value === null || value === undefined) return []
  return [[name, question['x-widget'] === 'upload' && !Array.isArray(value) ? [value] : value]]
}
