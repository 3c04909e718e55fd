/** Exports: all rows of an `export` call as an xlsx workbook or a table, made in a job by a thread of its own (`export.worker.ts`). Here stands what needs
 *  the server: the asker's rights, statistics, form versions, the file. It belongs to the person who asked. */
import type { JobProgress, StoredFile } from '../../core/contracts.ts'
import { offersOptions } from '../../core/documents/isOffered.ts'
import type { CallDocument, FormDocument, LocalText, Operation } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { heldAnywhere } from '../../core/permissions.ts'
import type { Platform } from '../../core/platform.ts'
import type { AnswerStatistics } from '../../core/statistics/AnswerStatistics.ts'
import { answeredByReplica } from '../calls/answeredByReplica.ts'
import { ownedInput } from '../calls/ownedInput.ts'
import { runThread } from '../computations/workerTalk.ts'
import { databaseLimits } from '../database/databaseLimits.ts'
import type { FilesService } from '../files/createFilesService.ts'
import type { FormsService } from '../forms/createFormsService.ts'
import { localText } from '../screens/localText.ts'
import type { Caller, ExportOrder, ServerDeps, Services } from '../serverContext.ts'
import { calledLabels } from '../statistics/calledLabels.ts'
import { askedFilters } from './askedFilters.ts'
import { type ExportFacts, type ExportQuestions, type ExportTask, platformPart } from './ExportTask.ts'
import { outputTypes } from './outputTypes.ts'
import type { CalledOptions } from './surveyAnswers.ts'

const THREAD = new URL('./export.worker.ts', import.meta.url)
export const EXPORT_JOB = 'platform.export'
const CSV = 'text/csv; charset=utf-8'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** By which answers and days results are narrowed on screen. */
const NARROWING = ['only', 'from', 'to'] as const

type Pages = AsyncIterable<Record<string, unknown>[]>

export interface ExportsService {
  order: Services['exports']['order']
  run(order: ExportOrder, caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<StoredFile>
  /** Ends what is still being written; its jobs are tried again by the next process. */
  stop(): void
}

interface ExportParts {
  deps: ServerDeps
  files: FilesService
  forms: FormsService
  stopped: AbortSignal
}

export function createExportsService(deps: ServerDeps, files: FilesService, forms: FormsService): ExportsService {
  const stopped = new AbortController()
  const parts: ExportParts = { deps, files, forms, stopped: stopped.signal }
  return {
    run: (...asked) => runExport(parts, ...asked),
    stop: () => stopped.abort(),
    order: ({ callId, input }, scope) => deps.services.jobs.enqueue(EXPORT_JOB, { callId, input }, scope),
  }
}

async function runExport(
  parts: ExportParts,
  order: ExportOrder,
  caller: Caller,
  progress: (state: JobProgress) => Promise<void>,
): Promise<StoredFile> {
  const { deps, files, stopped } = parts
  const { platform, facts, source, ...planned } = await planExport(deps, order, caller)
  const { key, path } = await files.draft()
  const task: Omit<ExportTask, 'databaseUrl'> = {
    ...planned,
    platform: platformPart(platform),
    facts,
    selected: 'statement' in source ? source : null,
    statementSeconds: databaseLimits(platform).exportSeconds,
    path,
    siteAddress: deps.config.siteAddress,
    lang: caller.lang,
    permissions: [...heldAnywhere(caller.session)],
  }
  const title = localText(platform, caller.lang, facts.fileName)
  try {
    const sheets = (facts.sheets ?? []).map(
      ({ from, of }) =>
        (ids?: readonly string[]) =>
          deps.calls.pages(
            order.callId,
            from,
            of === undefined ? order.input : ownedInput(platform.get('call', from), of, order.input, ids ?? []),
            caller,
          ),
    )
    const pages = { first: 'pages' in source ? source.pages : null, sheets }
    const write = (databaseUrl: string) =>
      runThread(THREAD, { ...task, databaseUrl: withName(databaseUrl) }, questions(parts, pages, caller, progress), stopped)
    const replica = await replicaOf(deps, task)
    await writeFrom({ replica, primary: deps.config.directUrl, write, stopped, repeated: () => deps.replicas?.counted('repeated') })
    const kind = task.format === 'csv' ? { name: `${title}.csv`, type: CSV } : { name: `${title}.xlsx`, type: XLSX }
    return await files.produced(key, { ...kind, ownerId: caller.session.userId })
  } catch (error) {
    await files.discard(key)
    throw error
  }
}

/** Address of a replica that has all that was committed before; null where none may, can or need read the rows. */
async function replicaOf(
  { replicas, platform }: ServerDeps,
  { call, selected }: Pick<ExportTask, 'call' | 'selected'>,
): Promise<string | null> {
  if (!replicas || !selected || !answeredByReplica(call, platform())) return null
  const found = await replicas.forExport()
  replicas.counted(found ? 'replica' : 'noReplica')
  return found
}

interface Sources {
  replica: string | null
  primary: string
  write(databaseUrl: string): Promise<void>
  stopped: AbortSignal
  repeated(): void
}

/** What a replica ends, because it has to replay a change of what is read or because it goes, is written anew from the primary. */
async function writeFrom({ replica, primary, write, stopped, repeated }: Sources): Promise<void> {
  if (replica === null) return write(primary)
  try {
    await write(replica)
  } catch (error) {
    if (stopped.aborted || error instanceof AgonError) throw error
    repeated()
    await write(primary)
  }
}

interface PlannedExport
  extends Pick<
    ExportTask,
    'call' | 'facts' | 'types' | 'sheetTypes' | 'format' | 'split' | 'smallest' | 'barred' | 'sheets' | 'statistics' | 'asked'
  > {
  platform: Platform
  source: Awaited<ReturnType<ServerDeps['calls']['rows']>>
}

/** What is asked for, with the asker's rights: rows, tables of results, and how far both go. */
async function planExport(deps: ServerDeps, order: ExportOrder, caller: Caller): Promise<PlannedExport> {
  const platform = deps.platform()
  const call = platform.get('call', order.callId)
  const facts = exportFacts(order.callId, call.operation)
  const asked =
    facts.statistics === undefined ? null : { call: facts.statistics, input: parametersOf(platform, facts.statistics, order.input) }
  const chosen = asked && (await deps.calls.chosenAnswers(asked.call, asked.input, caller))
  const guarded = chosen !== null && chosen.smallest !== null
  const source = await deps.calls.rows(
    order.callId,
    guarded ? maskedInput(order.input, facts) : order.input,
    caller,
    chosen?.isNarrowed ? chosen.condition : undefined,
  )
  const isTable = order.input.format === 'csv'
  const wantsTables = order.input.content === 'tables' || (guarded && chosen.isNarrowed)
  const hasTables = asked !== null && (!isTable || wantsTables) && (guarded || !isNarrowed(platform, call, facts, order.input))
  const statistics = hasTables ? ((await deps.calls.run(asked.call, asked.input, caller)) as AnswerStatistics) : null
  return {
    platform,
    call,
    facts,
    source,
    asked: askedFilters(call, facts, order.input, platform),
    types: [...outputTypes(facts.from === undefined ? call : platform.get('call', facts.from), platform)],
    sheetTypes: (facts.sheets ?? []).map(({ from }) => [...outputTypes(platform.get('call', from), platform)]),
    format: isTable ? 'csv' : 'xlsx',
    // one cell with several choices of one person would reveal a small group
    split: order.input.split === true || guarded,
    smallest: chosen?.smallest ?? null,
    // with a filter, columns would reveal of one group what its tables withhold
    barred: guarded && (chosen.withheld !== null || chosen.isNarrowed),
    sheets: statistics && wantsTables ? ['statistics'] : isTable || !statistics ? ['answers'] : ['answers', 'statistics'],
    statistics,
  }
}

async function versions(forms: FormsService, hashes: readonly string[]): Promise<[string, FormDocument][]> {
  const found = (await Promise.all(hashes.map((hash) => forms.version(hash)))).filter((version) => version !== null)
  // the newest version leads the order of columns
  return found.sort((a, b) => b.revision - a.revision).map(({ hash, form }) => [hash, form])
}

/** Whether rows are filtered by something that the statistics do not know: their tables would cover other answers. */
function isNarrowed(platform: Platform, { operation }: CallDocument, { statistics }: ExportFacts, input: Record<string, unknown>): boolean {
  const of = platform.get('call', statistics ?? '').operation
  const known = of?.kind === 'statistics' ? Object.keys(of.filter ?? {}) : []
  const filters = operation?.kind === 'export' ? [...Object.keys(operation.filter ?? {}), 'search'] : []
  return filters.some((name) => !known.includes(name) && input[name] != null)
}

/** Parameters that both calls have are handed on, and what the results were narrowed by. */
function parametersOf(platform: Platform, callId: string, input: Record<string, unknown>): Record<string, unknown> {
  const { operation } = platform.get('call', callId)
  const names = operation?.kind === 'statistics' ? [...Object.keys(operation.filter ?? {}), ...NARROWING] : []
  return Object.fromEntries(names.flatMap((name) => (input[name] == null ? [] : [[name, input[name]]])))
}

/** Asks only calls with `forForms`; a value without a label keeps its value. */
async function named(deps: ServerDeps, options: CalledOptions, values: readonly string[], caller: Caller): Promise<[string, string][]> {
  if (!offersOptions(deps.platform().documents.call.get(options.call))) return []
  const ask = (call: string, input: Record<string, unknown>) => deps.calls.run(call, input, caller)
  const found = await calledLabels(options, values, ask).catch(() => new Map<string, LocalText>())
  return [...found].map(([value, label]) => [value, label[caller.lang]])
}

function questions(
  { deps, forms }: ExportParts,
  { first, sheets }: { first: (() => Pages) | null; sheets: readonly ((ids?: readonly string[]) => Pages)[] },
  caller: Caller,
  progress: (state: JobProgress) => Promise<void>,
): Required<ExportQuestions> {
  let total = 0
  let reading: AsyncIterator<Record<string, unknown>[]> | undefined
  return {
    surveyed(found) {
      total = found.total
      return versions(forms, found.hashes)
    },
    version: async (hash) => (await forms.version(hash))?.form ?? null,
    named: ({ options, values }) => named(deps, options, values, caller),
    async page({ again, sheet, ids }) {
      if (again) reading = (sheet === undefined ? first?.() : sheets[sheet]?.(ids))?.[Symbol.asyncIterator]()
      const next = await reading?.next()
      return next === undefined || next.done ? null : next.value
    },
    written: (count) => progress({ done: total === 0 ? 1 : Math.min(0.99, count / total), note: `${Math.min(count, total)}/${total}` }),
  }
}

/** For anonymous answers no reason unmasks values. */
function maskedInput(input: Record<string, unknown>, { reveal }: ExportFacts): Record<string, unknown> {
  const { [reveal?.reason ?? '']: _, ...rest } = input
  return rest
}

/** What the database calls the connection of an export. */
function withName(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', 'agon export')
  return url.href
}

function exportFacts(callId: string, operation: Operation | undefined): ExportFacts {
  if (operation?.kind === 'export' && operation.export) return operation.export
  throw new AgonError('SERVER_FAULT', { message: `${callId} declares no export` })
}
