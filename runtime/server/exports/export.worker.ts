/** The thread of one export: reads the rows over a connection of its own and writes the file, so that neither takes time from requests. Rows and columns
 *  are made by the same code as on the server. */
import { setPriority } from 'node:os'
import type { FormDocument, FormSchema } from '../../core/documents.ts'
import { loadRegexEngine } from '../../core/expressions/index.ts'
import { pruneForm } from '../../core/form/pruneForm.ts'
import { hasScore } from '../../core/form/scoreAnswers.ts'
import type { Platform } from '../../core/platform.ts'
import type { Asker } from '../calls/answersReader.ts'
import { compileShape } from '../calls/operations/list.ts'
import { askServer, runWork } from '../computations/workerTalk.ts'
import { openCursor } from '../database/openCursor.ts'
import { openDatabase } from '../database/openDatabase.ts'
import { tableModels } from '../database/tableModel.ts'
import { localText } from '../screens/localText.ts'
import { aboutSheet } from './aboutSheet.ts'
import { type ExportQuestions, type ExportTask, platformOfPart } from './ExportTask.ts'
import { entityColumns, formColumns } from './exportColumns.ts'
import { type ExportContext, exportText } from './exportContext.ts'
import { groupSheets } from './groupSheets.ts'
import { shuffledColumns } from './shuffledColumns.ts'
import { statisticsSheet } from './statisticsSheet.ts'
import { type AnswerFacts, type Survey, surveyAnswers } from './surveyAnswers.ts'
import { writeTable } from './writeTable.ts'
import { type Sheet, writeWorkbook } from './writeWorkbook.ts'

type Pages = AsyncIterable<Record<string, unknown>[]>

const PAGE = 500
/** As many ids as the input of a list takes. */
const MAX_IDS = 100
/** Of Linux alone: there it is the priority of the thread that says it, elsewhere that of the whole process. */
const LOW_PRIORITY = 10

const server: ExportQuestions = {
  surveyed: (found) => askServer<ExportQuestions>('surveyed', found) as Promise<[string, FormDocument][]>,
  version: (hash) => askServer<ExportQuestions>('version', hash) as Promise<FormDocument | null>,
  named: (asked) => askServer<ExportQuestions>('named', asked) as Promise<[string, string][]>,
  page: (asked) => askServer<ExportQuestions>('page', asked) as Promise<Record<string, unknown>[] | null>,
  written: (count) => askServer<ExportQuestions>('written', count) as Promise<void>,
}

if (process.platform === 'linux') setPriority(LOW_PRIORITY)
await runWork(async (task: ExportTask) => {
  await loadRegexEngine()
  await writeExport(task)
})

async function writeExport(task: ExportTask): Promise<void> {
  const { pool } = openDatabase(task.databaseUrl, { size: 1, name: 'agon export', statementSeconds: task.statementSeconds })
  try {
    const platform = platformOfPart(task.platform)
    const rows = rowsOf(task, platform, pool)
    const survey = await surveyAnswers(rows(), task.facts.formField, server.version)
    const forms = new Map(await server.surveyed({ total: survey.total, hashes: survey.hashes }))
    const context: ExportContext = {
      platform,
      lang: task.lang,
      permissions: new Set(task.permissions),
      split: task.split,
      separateGroups: task.format === 'xlsx',
      siteAddress: task.siteAddress,
      answers: await answerFacts(survey),
    }
    const answers = task.sheets.includes('answers') ? await answersSheets(task, context, forms, rows) : []
    const tables = task.statistics && task.sheets.includes('statistics') ? [statisticsSheet(task.statistics, context)] : []
    const further = task.format === 'csv' ? [] : await furtherSheets(task, context, rows)
    const about = aboutSheet(
      { ...task, total: task.smallest === null ? survey.total : null, first: survey.first, forms: schemasOf(forms, context) },
      context,
    )
    const total = exportText(context, 'total')
    const sheets = [...answers, ...tables, ...further, about].map((sheet) => readableSheet({ ...sheet, total }, context))
    if (task.format === 'csv') await writeTable(task.path, sheets[0]!, server.written)
    else await writeWorkbook({ path: task.path, sheets }, server.written)
  } finally {
    await pool.end()
  }
}

/** A cell whose value cannot be read says so in its place; the other cells and rows are written. */
function readableSheet({ columns, ...sheet }: Sheet, context: ExportContext): Sheet {
  const readable = columns.map((column) => ({
    ...column,
    value(row: Record<string, unknown>) {
      try {
        return column.value(row)
      } catch {
        return exportText(context, 'unreadable')
      }
    },
  }))
  return { ...sheet, columns: readable }
}

/** From the beginning, each time it is asked. */
function rowsOf({ call, selected }: ExportTask, platform: Platform, pool: Parameters<typeof openCursor>[0]): () => Pages {
  if (selected === null) return () => sentPages()
  const { statement, scope, session, revealed } = selected
  const shape = compileShape(call, platform, { tables: tableModels(platform), revealed })
  const asker: Asker = { session, forms: { version: askedVersions() } }
  return async function* () {
    for await (const page of openCursor(pool, statement, PAGE)) yield await shape(page, scope, asker)
  }
}

/** Each form version is asked for once. */
function askedVersions(): Asker['forms']['version'] {
  const known = new Map<string, { form: FormDocument } | null>()
  return async (hash) => {
    if (!known.has(hash)) {
      const form = await server.version(hash)
      known.set(hash, form && { form })
    }
    return known.get(hash)!
  }
}

async function* sentPages(of: { sheet?: number; ids?: readonly string[] } = {}): Pages {
  for (let page = await server.page({ again: true, ...of }); page !== null; page = await server.page({ again: false, ...of })) yield page
}

/** A sheet of rows that belong to the exported ones is left out when there are none. */
async function furtherSheets({ facts, sheetTypes }: ExportTask, context: ExportContext, rows: () => Pages): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const [at, { title, columns, of }] of (facts.sheets ?? []).entries()) {
    const pages = of === undefined ? sentPages({ sheet: at }) : ownedPages(at, rows())
    if (of !== undefined && (await isEmpty(ownedPages(at, rows())))) continue
    sheets.push({
      title: localText(context.platform, context.lang, title),
      columns: entityColumns(columns, new Map(sheetTypes[at]), context),
      rows: pages,
    })
  }
  return sheets
}

/** Ends the reading: a cursor that stays open holds the only connection. */
async function isEmpty(pages: Pages): Promise<boolean> {
  for await (const page of pages) if (page.length > 0) return false
  return true
}

async function* ownedPages(sheet: number, rows: Pages): AsyncGenerator<Record<string, unknown>[]> {
  for await (const page of rows)
    for (let from = 0; from < page.length; from += MAX_IDS)
      yield* sentPages({ sheet, ids: page.slice(from, from + MAX_IDS).map(({ id }) => String(id)) })
}

function schemasOf(forms: ReadonlyMap<string, FormDocument>, { permissions }: ExportContext): FormSchema[] {
  return [...forms.values()].map((form) => pruneForm(form, permissions).schema)
}

/** Words of the values whose options a call answers: the server asks it, as the person who exports. */
async function answerFacts({ files, called }: Survey): Promise<AnswerFacts> {
  const words = new Map<string, Map<string, string>>()
  for (const [key, { options, values }] of called) words.set(key, new Map(await server.named({ options, values: [...values] })))
  return { files, words }
}

/** Anonymous answers are exported without the person and without showing which answers belong together. */
async function answersSheets(
  { facts, types, smallest, barred }: ExportTask,
  context: ExportContext,
  forms: ReadonlyMap<string, FormDocument>,
  rows: () => Pages,
): Promise<Sheet[]> {
  const title = localText(context.platform, context.lang, facts.fileName)
  const place = facts.formField
  const versions = new Map([...forms].map(([hash, form]) => [hash, pruneForm(form, context.permissions).schema]))
  const ofForm = place ? formColumns(versions, place, context) : []
  if (smallest !== null) {
    const rule = { size: smallest, few: localText(context.platform, context.lang, '@export.few') }
    return [{ title, ...(await shuffledColumns(ofForm, barred ? [] : rows(), rule)) }]
  }
  const hasPoints = [...forms.values()].some(hasScore)
  const columns = entityColumns(
    facts.columns.filter(({ scored }) => scored !== true || hasPoints),
    new Map(types),
    context,
  )
  const groups = place && context.separateGroups ? groupSheets({ columns, versions, place, rows }, context) : []
  return [{ title, columns: [...columns, ...ofForm], rows: rows() }, ...groups]
}
