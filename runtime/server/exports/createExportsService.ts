/** Exports: all rows of an `export` call as an xlsx workbook, written row by row in a job. Two passes over the rows: the first counts them and learns
 *  which form versions they answer (their fields become columns), the second writes. The file belongs to the person who asked. */
import type { JobProgress, StoredFile } from '../../core/contracts.ts'
import type { FormDocument, Operation } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { heldAnywhere } from '../../core/permissions.ts'
import type { FilesService } from '../files/createFilesService.ts'
import type { FormsService } from '../forms/createFormsService.ts'
import { localText } from '../screens/local-text.ts'
import type { Caller, ExportOrder, ServerDeps, Services } from '../server-context.ts'
import { type ExportColumn, entityColumns, formColumns } from './export-columns.ts'
import { moneyFields } from './money-fields.ts'
import { writeWorkbook } from './write-workbook.ts'

export const EXPORT_JOB = 'platform.export'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type ExportFacts = NonNullable<Extract<Operation, { kind: 'list' | 'count' | 'export' }>['export']>

export interface ExportsService {
  order: Services['exports']['order']
  run(order: ExportOrder, caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<StoredFile>
}

export function createExportsService(deps: ServerDeps, files: FilesService, forms: FormsService): ExportsService {
  async function survey({ callId, input }: ExportOrder, caller: Caller, facts: ExportFacts): Promise<{ total: number; hashes: string[] }> {
    const hashes = new Set<string>()
    let total = 0
    for await (const page of deps.calls.rows(callId, input, caller)) {
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

  async function run(order: ExportOrder, caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<StoredFile> {
    const platform = deps.platform()
    const call = platform.get('call', order.callId)
    const facts = exportFacts(order.callId, call.operation)
    const { total, hashes } = await survey(order, caller, facts)
    const context = { platform, lang: caller.lang, permissions: heldAnywhere(caller.session) }
    const columns: ExportColumn[] = [
      ...entityColumns(facts.columns, moneyFields(facts.from === undefined ? call : platform.get('call', facts.from), platform), context),
      ...(facts.formField ? formColumns(await versions(hashes), facts.formField, context) : []),
    ]
    const { key, path } = await files.draft()
    try {
      const title = localText(platform, caller.lang, facts.fileName)
      const rows = deps.calls.rows(order.callId, order.input, caller)
      await writeWorkbook({ path, sheets: [{ title, columns, rows }] }, (written) =>
        progress({ done: total === 0 ? 1 : Math.min(0.99, written / total), note: `${written}/${total}` }),
      )
      return await files.produced(key, { name: `${title}.xlsx`, type: XLSX, ownerId: caller.session.userId })
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
