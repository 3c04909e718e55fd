/** Exports: all rows of an `export` call as an xlsx workbook, written row by row in a job. Two passes over the rows: the first counts them and learns
 *  which form versions they answer (their fields become columns), the second writes. The file belongs to the person who asked. */
import type { JobProgress, StoredFile } from '../../core/contracts.ts'
import type { CallDocument, FormDocument, Operation } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { heldAnywhere } from '../../core/permissions.ts'
import type { AnswerStatistics } from '../../core/statistics/AnswerStatistics.ts'
import type { FilesService } from '../files/createFilesService.ts'
import type { FormsService } from '../forms/createFormsService.ts'
import { localText } from '../screens/local-text.ts'
import type { Caller, ExportOrder, ServerDeps, Services } from '../server-context.ts'
import { apartRows } from './apart-rows.ts'
import { entityColumns, formColumns } from './export-columns.ts'
import { moneyFields } from './money-fields.ts'
import { statisticsSheet } from './statistics-sheet.ts'
import { writeTable } from './write-table.ts'
import { type Sheet, writeWorkbook } from './write-workbook.ts'

export const EXPORT_JOB = 'platform.export'
const CSV = 'text/csv; charset=utf-8'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** By which answers and days results are narrowed on screen. */
const NARROWING = ['only', 'from', 'to'] as const

type Pages = AsyncIterable<Record<string, unknown>[]>
type ExportFacts = NonNullable<Extract<Operation, { kind: 'list' | 'count' | 'export' }>['export']>

export interface ExportsService {
  order: Services['exports']['order']
  run(order: ExportOrder, caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<StoredFile>
}

export function createExportsService(deps: ServerDeps, files: FilesService, forms: FormsService): ExportsService {
  async function survey(pages: Pages, facts: ExportFacts): Promise<{ total: number; hashes: string[] }> {
    const hashes = new Set<string>()
    let total = 0
    for await (const page of pages) {
      total += page.length
      for (const row of page) if (facts.formField && row[facts.formField.hash]) hashes.add(String(row[facts.formField.hash]))
    }
    return { total, hashes: [...hashes] }
  }

  async function versions(hashes: readonly string[]): Promise<Map<string, FormDocument>> {
    const found = (await Promise.all(hashes.map((hash) => forms.version(hash)))).filter((version) => version !== null)
    // the newest version leads the order of columns
    return new Map(found.sort((a, b) => b.revision - a.revision).map(({ hash, form }) => [hash, form]))
  }

  /** By something that the statistics do not know: their tables would be of other answers. */
  function isNarrowed({ operation }: CallDocument, { statistics }: ExportFacts, input: Record<string, unknown>): boolean {
    const of = deps.platform().get('call', statistics ?? '').operation
    const known = of?.kind === 'statistics' ? Object.keys(of.filter ?? {}) : []
    const filters = operation?.kind === 'export' ? [...Object.keys(operation.filter ?? {}), 'search'] : []
    return filters.some((name) => !known.includes(name) && input[name] != null)
  }

  /** Parameters that both calls have are handed on, and what the results were narrowed by. */
  function parametersOf(callId: string, input: Record<string, unknown>): Record<string, unknown> {
    const { operation } = deps.platform().get('call', callId)
    const names = operation?.kind === 'statistics' ? [...Object.keys(operation.filter ?? {}), ...NARROWING] : []
    return Object.fromEntries(names.flatMap((name) => (input[name] == null ? [] : [[name, input[name]]])))
  }

  async function run(order: ExportOrder, caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<StoredFile> {
    const platform = deps.platform()
    const call = platform.get('call', order.callId)
    const facts = exportFacts(order.callId, call.operation)
    const asked = facts.statistics === undefined ? null : { call: facts.statistics, input: parametersOf(facts.statistics, order.input) }
    const chosen = asked && (await deps.calls.chosenAnswers(asked.call, asked.input, caller))
    const guarded = chosen !== null && chosen.smallest !== null
    const stored = () => deps.calls.rows(order.callId, order.input, caller, chosen?.isNarrowed ? chosen.condition : undefined)
    // beside a filter, columns would tell of one group what its tables hold back
    const isBarred = guarded && (chosen.withheld !== null || chosen.isNarrowed)
    const { total, hashes } = await survey(stored(), facts)
    const context = { platform, lang: caller.lang, permissions: heldAnywhere(caller.session), split: order.input.split === true }
    const isTable = order.input.format === 'csv'
    const wantsTables = order.input.content === 'tables' || (guarded && chosen.isNarrowed)
    const hasTables = asked !== null && (!isTable || wantsTables) && (guarded || !isNarrowed(call, facts, order.input))
    const statistics = hasTables ? ((await deps.calls.run(asked.call, asked.input, caller)) as AnswerStatistics) : null
    const own = entityColumns(
      facts.columns,
      moneyFields(facts.from === undefined ? call : platform.get('call', facts.from), platform),
      context,
    )
    const ofForm = facts.formField ? formColumns(await versions(hashes), facts.formField, context) : []
    const title = localText(platform, caller.lang, facts.fileName)
    // where nobody may be found out, neither who it was nor which answers belong together leaves
    const answers: Sheet = guarded
      ? { title, ...(await apartRows(ofForm, isBarred ? [] : stored())) }
      : { title, columns: [...own, ...ofForm], rows: stored() }
    const tables = statistics && statisticsSheet(statistics, context)
    const { key, path } = await files.draft()
    const told = (written: number) =>
      progress({ done: total === 0 ? 1 : Math.min(0.99, written / total), note: `${Math.min(written, total)}/${total}` })
    try {
      const wanted = tables && wantsTables ? [tables] : [answers, ...(tables ? [tables] : [])]
      if (isTable) await writeTable(path, wanted[0]!, told)
      else await writeWorkbook({ path, sheets: wanted }, told)
      const kind = isTable ? { name: `${title}.csv`, type: CSV } : { name: `${title}.xlsx`, type: XLSX }
      return await files.produced(key, { ...kind, ownerId: caller.session.userId })
    } catch (error) {
      await files.discard(key)
      throw error
    }
  }

  return {
    run,
    order: ({ callId, input }, scope) => deps.services.jobs.enqueue(EXPORT_JOB, { callId, input }, scope),
  }
}

function exportFacts(callId: string, operation: Operation | undefined): ExportFacts {
  if (operation?.kind === 'export' && operation.export) return operation.export
  throw new AgonError('SERVER_FAULT', { message: `${callId} declares no export` })
}
