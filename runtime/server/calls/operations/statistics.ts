/** `statistics`: numbers of stored answers. The database counts; no answer is loaded but for a page of texts. Which questions there are follows from the form
 *  versions that the answers have, without the fields that the asker may not read. */

import { pruneForm } from '../../../core/form/pruneForm.ts'
import { hasScore } from '../../../core/form/scoreAnswers.ts'
import { heldAnywhere } from '../../../core/permissions.ts'
import type {
  AnswerHead,
  AnswerStatistics,
  AnswerTexts,
  CrossTable,
  QuestionFacts,
  QuestionStatistics,
  Withheld,
} from '../../../core/statistics/AnswerStatistics.ts'
import { isBlank, searchForm } from '../../../core/values/normaliseText.ts'
import { celToSql } from '../../database/celToSql.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { literal, quote } from '../../database/tableNames.ts'
import type { ChosenAnswers } from '../../serverContext.ts'
import { answerHead, type BegunCount } from '../../statistics/answerHead.ts'
import { type AnswerSource, answerSource } from '../../statistics/answerSql.ts'
import { nameCalledValues } from '../../statistics/calledLabels.ts'
import { type CountContext, countAnswers } from '../../statistics/countAnswers.ts'
import { crossTable } from '../../statistics/crossAnswers.ts'
import { countDrafts, draftVersions } from '../../statistics/draftCounts.ts'
import { createGuard, guardedAnswers, isGrouping } from '../../statistics/guardedAnswers.ts'
import { answered, array } from '../../statistics/jsonSql.ts'
import { type FormVersionOf, type Question, questionsOf, scoreQuestion } from '../../statistics/questions.ts'
import { localTextOf } from '../../wire/localTextOf.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import { compileValue } from '../compileValue.ts'
import { outputReaders } from '../fieldReaders.ts'
import { refuseInput } from '../refuseInput.ts'
import { holdsWords, rowFilters } from '../rowFilters.ts'
import { ROW, rowCondition } from '../rowSource.ts'
import { type CompiledOperation, type OperationContext, type OperationOf, selectionOf } from './operation.ts'

type Statistics = OperationOf<'statistics'>
type Input = Readonly<Record<string, unknown>>

const TEXTS_PAGE = 20

export function compileStatistics(context: OperationContext<Statistics>): CompiledOperation {
  const { call, operation, platform } = context
  const selection = selectionOf(context, operation.entity)
  const condition = rowCondition(selection, undefined, operation.where)
  const filters = rowFilters(call.id, selection, {
    kind: 'count',
    entity: operation.entity,
    ...(operation.filter ? { filter: operation.filter } : {}),
  })
  const { drafts, ...fields } = operation.answers
  const assertReaders = Object.values(fields).map((field) => outputReaders(call.id, selection, field, true))
  const draftKey = drafts ? compileValue(drafts) : () => null
  const { entity } = selection
  const guarded = operation.smallest ? celToSql({ cel: operation.smallest.where.cel, entity, platform, alias: ROW }) : null
  const table = `${quote(selection.model.name)} ${ROW}`
  async function ask(input: Input, run: CallRun, reach: Reach): Promise<Asked> {
    for (const assertReader of assertReaders) assertReader(run.session)
    await filters.assertOpen(input, run, (writer) => condition.write(writer, run.scope(input), reach))
    const where = (writer: SqlWriter) =>
      [condition.write(writer, run.scope(input), reach), ...filters.write(writer, input, run, true)].join(' AND ')
    const parts = {
      context,
      table,
      where,
      input,
      run,
      guarded: (writer: SqlWriter) => guarded?.condition(writer, run.scope(input)) ?? 'FALSE',
      draftKey: draftKey(run.scope(input)) as string | null,
    }
    return new Asked(parts, await readVersions(parts))
  }
  return {
    transactional: false,
    run: async (input, run, reach) => (await ask(input, run, reach)).answer(),
    chosen: async (input, run, reach) => (await ask(input, run, reach)).chosen(),
  }
}

interface AskedParts {
  context: OperationContext<Statistics>
  table: string
  where(writer: SqlWriter): string
  /** Whether the person of a row must stay anonymous. */
  guarded(writer: SqlWriter): string
  /** Of drafts in the store of drafts. */
  draftKey: string | null
  input: Input
  run: CallRun
}
interface Versions {
  questions: Question[]
  count: number
  /** Answers that were submitted, before the filters by answers and time. */
  submitted: number
  isGuarded: boolean
  newest: FormVersionOf | null
  /** What was counted, for the head. */
  begun: BegunCount[]
}

/** Reads in one scan: the form versions of the answers, when they came, where drafts stopped, and whether answers must stay anonymous. */
async function readVersions(parts: AskedParts): Promise<Versions> {
  const { context, table, where, guarded, run, draftKey } = parts
  const { form, submitted, last } = context.operation.answers
  const writer = new SqlWriter({ joined: true })
  const at = `${ROW}.${quote(submitted)}`
  const [condition, guard] = [where(writer), guarded(writer)]
  const { rows } = await run.query<BegunCount & { hash: string; guarded: boolean }>(
    writer.statement(`SELECT hash, to_char(day, 'YYYY-MM-DD') AS day, last, count, guarded FROM (
        SELECT ${ROW}.${quote(form)} AS hash, (${at} AT TIME ZONE ${literal(context.platform.app.timeZone)})::date AS day,
          ${last ? `CASE WHEN ${at} IS NULL THEN ${ROW}.${quote(last)} END` : 'NULL::text'} AS last, count(*)::integer AS count, bool_or(${guard}) AS guarded
        FROM ${table}${writer.joins} WHERE ${condition} GROUP BY 1, 2, 3) AS counted`),
  )
  const hashes = [...new Set(rows.map(({ hash }) => hash))]
  const all = new Set([...hashes, ...(draftKey === null ? [] : await draftVersions(parts, draftKey))])
  const found = await Promise.all([...all].map((hash) => run.set.deps.services.forms.version(hash)))
  const codes = heldAnywhere(run.session)
  const known = found.filter((version) => version !== null).sort((a, b) => b.revision - a.revision)
  const versions = known.map(({ hash, form: document }) => ({ hash, form: pruneForm(document, codes) }))
  const isAnswered = ({ hash }: FormVersionOf) => hashes.includes(hash)
  return {
    questions: [...scoreOf(parts, known.filter(isAnswered)), ...questionsOf(versions.filter(isAnswered), context.platform)],
    newest: versions[0] ?? null,
    count: hashes.length,
    submitted: rows.reduce((sum, { day, count }) => (day === null ? sum : sum + count), 0),
    isGuarded: rows.some((row) => row.guarded === true),
    begun: rows,
  }
}

/** The points, where some version has any. */
function scoreOf({ context }: AskedParts, versions: readonly FormVersionOf[]): Question[] {
  const { answers, entity } = context.operation
  const scored = versions.filter(({ form }) => hasScore(form))
  if (answers.score === undefined || scored.length === 0) return []
  const { title } = context.platform.documents.entity.get(entity)!.fields[answers.score]!
  return [scoreQuestion(scored, localTextOf(context.platform, title ?? answers.score), answers.score)]
}

/** One request: what is asked of which answers. */
class Asked {
  readonly parts: AskedParts
  readonly versions: Versions
  readonly #size: number | null
  readonly #only: { question: Question; values: string[] }[]

  constructor(parts: AskedParts, versions: Versions) {
    this.parts = parts
    this.versions = versions
    this.#size = versions.isGuarded ? (parts.context.operation.smallest?.size ?? null) : null
    this.#only = this.#readOnly()
  }

  async answer(): Promise<AnswerStatistics | CrossTable | AnswerTexts> {
    const { texts, rows, columns } = this.parts.input
    if (typeof texts === 'string') return this.#texts(this.#question(texts, '/texts', ({ kind }) => kind === 'text'))
    if (typeof rows === 'string' || typeof columns === 'string')
      return this.#cross(
        this.#question(rows, '/rows', isGrouping),
        this.#question(
          columns,
          '/columns',
          (each) => isGrouping(each) || (!each.ofRows && (each.kind === 'number' || each.kind === 'rows')),
        ),
      )
    return this.#overview()
  }

  chosen(): ChosenAnswers {
    const { from, to } = this.parts.input
    return {
      smallest: this.#size,
      withheld: this.#withheld(),
      isNarrowed: this.#only.length > 0 || from != null || to != null,
      condition: (writer) => this.#narrowing(writer, this.#only, this.versions.count).join(' AND '),
    }
  }

  async #overview(): Promise<AnswerStatistics> {
    const { parts, versions } = this
    const head = await this.#head()
    const withheld = this.#withheld()
    const base = { head, smallest: this.#size, counted: versions.submitted, withheld, questions: [] as QuestionStatistics[] }
    if (withheld) return base
    const context = this.#context(this.#size === null)
    const { counted, questions: all } = await countAnswers(context, versions.questions, this.#size)
    await nameCalledValues(versions.questions, all, parts.run)
    if (this.#size !== null && this.#only.length > 0) return { ...base, ...(await this.#group(context, this.#size, all)) }
    return { ...base, counted, questions: versions.questions.map(({ key }) => all.get(key)!) }
  }

  async #head(): Promise<AnswerHead> {
    const { parts, versions } = this
    const { newest, begun } = versions
    if (parts.draftKey === null) return answerHead(parts, versions, this.#size !== null)
    const drafts = await countDrafts(parts, parts.draftKey, Object.keys(newest?.form.schema.properties ?? {}))
    return answerHead(parts, { newest, begun: [...begun.filter(({ day }) => day !== null), ...drafts] }, this.#size !== null)
  }

  /** One group of people with anonymous answers. */
  async #group(context: CountContext, size: number, all: Map<string, QuestionStatistics>) {
    const { question, values } = this.#only[0]!
    const guard = createGuard(context, this.versions.questions, size)
    const value = values[0]!
    if (!(await guard.shown(question)).has(value)) return { counted: 0, withheld: 'few' as const }
    const table = (await guard.tables(question)).get(question)!
    const facts = new Map(this.versions.questions.map((each) => [each, all.get(each.key)!]))
    return { counted: table.row(value), questions: await guardedAnswers(context, { guard, group: question, value, all: facts }) }
  }

  async #cross(rows: Question, columns: Question): Promise<CrossTable> {
    const withheld = this.#withheldBeside()
    if (withheld)
      return {
        smallest: this.#size,
        withheld,
        rows: factsOf(rows),
        columns: factsOf(columns),
        both: 0,
        without: 0,
        columnLabels: [],
        lines: [],
      }
    const context = this.#context(true)
    if (this.#size === null) return crossTable(context, { rows, columns, facts: factsOf, shown: null })
    const guard = createGuard(context, this.versions.questions, this.#size)
    const shown = {
      size: this.#size,
      rows: await guard.shown(rows),
      columns: isGrouping(columns) ? await guard.shown(columns) : new Set<string | null>(),
    }
    return crossTable(context, { rows, columns, facts: factsOf, shown })
  }

  /** A page of text answers, newest first; anonymous ones without the time and in no order. */
  async #texts(question: Question): Promise<AnswerTexts> {
    const { input, run, context } = this.parts
    const page = { pageNum: Number(input.pageNum ?? 1), pageSize: Number(input.pageSize ?? TEXTS_PAGE) }
    const withheld = this.#withheldBeside()
    if (withheld) return { ...page, total: 0, withheld, list: [] }
    const writer = new SqlWriter({ joined: true })
    const answers = this.#context(true).source([question], writer)
    const json = answers.json(question, writer)
    const text = `(${json} #>> '{}')`
    const search =
      typeof input.search === 'string' && !isBlank(input.search) ? `AND ${holdsWords(text, searchForm(input.search), writer)}` : ''
    const at = `${ROW}.${quote(context.operation.answers.submitted)}`
    const order = this.#size === null ? `${at} DESC, ${ROW}."id" DESC` : `md5(${text}), 1`
    const from = `FROM ${answers.from()} AND ${answered(json)} ${search}`
    const limit = `LIMIT ${writer.value(page.pageSize, 'integer')} OFFSET ${writer.value((page.pageNum - 1) * page.pageSize, 'bigint')}`
    const everybody = this.#size === null ? 'NULL::integer' : `(SELECT count(*)::integer FROM ${answers.from()} AND ${answered(json)})`
    const { rows } = await run.query<{ text: string; at: Date | null; total: number; everybody: number | null }>(
      writer.statement(
        `SELECT ${text} AS text, ${this.#size === null ? at : 'NULL::timestamptz'} AS at, (SELECT count(*)::integer ${from}) AS total, ${everybody} AS everybody
          ${from} ORDER BY ${order} ${limit}`,
      ),
    )
    if (rows[0]?.everybody != null && rows[0].everybody < this.#size!) return { ...page, total: 0, withheld: 'few', list: [] }
    const total = rows[0]?.total ?? 0
    return {
      ...page,
      total,
      withheld: null,
      list: rows.map((row) => ({ text: plainText(question, row.text), at: row.at === null ? null : new Date(row.at).toISOString() })),
    }
  }

  /** For anonymous answers: no time ranges, one condition at a time, and never for a small group. */
  #withheld(): Withheld | null {
    if (this.#size === null) return null
    const { from, to } = this.parts.input
    if (from != null || to != null) return 'time'
    if (this.#only.length > 1 || (this.#only[0]?.values.length ?? 1) > 1) return 'combined'
    return this.versions.submitted < this.#size ? 'few' : null
  }

  /** A question that already splits people into groups, or identifies one, takes no further filter. */
  #withheldBeside(): Withheld | null {
    return this.#withheld() ?? (this.#size !== null && this.#only.length > 0 ? 'combined' : null)
  }

  /** @param filtered false: the answers of everyone, whatever `only` says */
  #context(filtered: boolean): CountContext {
    const { parts, versions } = this
    return {
      query: (statement) => parts.run.query(statement),
      timeZone: parts.context.platform.app.timeZone,
      source: (questions, writer) => this.#source(questions, writer, filtered ? this.#only : [], versions.count),
    }
  }

  #source(
    questions: readonly Question[],
    writer: SqlWriter,
    only: readonly { question: Question; values: string[] }[],
    count: number,
  ): AnswerSource {
    const { table, where, context } = this.parts
    const conditions = [where(writer), ...this.#narrowing(writer, only, count)].join(' AND ')
    return answerSource({ table: `${table}${writer.joins}`, where: conditions, versions: count }, context.operation.answers, questions)
  }

  /** Submitted answers within the days, of people who gave certain other answers. */
  #narrowing(writer: SqlWriter, only: readonly { question: Question; values: string[] }[], count: number): string[] {
    const columns = this.parts.context.operation.answers
    const conditions = [`${ROW}.${quote(columns.submitted)} IS NOT NULL`, ...this.#span(writer)]
    for (const { question, values } of only) {
      const json = `(${ROW}.${quote(columns.values)} #> ARRAY[${question.steps.map(literal).join(', ')}]::text[])`
      const wanted = writer.value(values, 'text[]')
      const holds = question.kind === 'choices' ? `(${array(json)} ?| ${wanted})` : `((${json} #>> '{}') = ANY(${wanted}))`
      const version =
        question.versions.size === count
          ? ''
          : ` AND ${ROW}.${quote(columns.form)} = ANY(${writer.value([...question.versions.keys()], 'text[]')})`
      conditions.push(`(${holds}${version})`)
    }
    return conditions
  }

  /** Days of the platform's time zone, both included. */
  #span(writer: SqlWriter): string[] {
    const { input, context } = this.parts
    const at = `(${ROW}.${quote(context.operation.answers.submitted)} AT TIME ZONE ${literal(context.platform.app.timeZone)})::date`
    if (input.from != null || input.to != null) writer.replan()
    return [
      ...(typeof input.from === 'string' ? [`${at} >= ${writer.value(input.from, 'date')}`] : []),
      ...(typeof input.to === 'string' ? [`${at} <= ${writer.value(input.to, 'date')}`] : []),
    ]
  }

  #question(key: unknown, path: string, fits: (question: Question) => boolean): Question {
    return this.versions.questions.find((each) => each.key === key && fits(each)) ?? refuseInput(this.parts.context.call.id, path, 'enum')
  }

  #readOnly(): { question: Question; values: string[] }[] {
    const { only } = this.parts.input
    if (typeof only !== 'object' || only === null) return []
    return Object.entries(only).flatMap(([key, value]) => {
      if (value === null) return []
      const values = [value].flat().map(String)
      return values.length === 0 ? [] : [{ question: this.#question(key, `/only/${key}`, isGrouping), values }]
    })
  }
}

function factsOf({ key, path, kind, title, within, ofRows, changed, current }: Question): QuestionFacts {
  return { key, path, kind, title, within, ofRows, changed, current }
}

/** Formatted text without its marks. */
function plainText({ versions }: Question, text: string): string {
  const isFormatted = [...versions.values()].some(({ field }) => field['x-widget'] === 'richText')
  return isFormatted
    ? text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : text
}
