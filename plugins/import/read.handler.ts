/** The job that reads a sheet in the process for files of strangers, keeps its rows, and proposes how its columns are read. */
import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { refusalText } from '../../runtime/core/refusalText.ts'
import { type Batch, LIMITS, readBatch } from './batch.ts'
import { type Column, type ColumnMap, proposeColumns } from './columns/proposeColumns.ts'
import type decoder from './decoders/sheet.decoder.ts'
import type { SheetRow } from './decoders/sheet.decoder.ts'
import { fieldsOf } from './fields.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'import.read': { id: string }
  }
}

/** Rows in one statement. */
const CHUNK = 500
const MAX_SAMPLE = 60

export default defineHandler(
  'import.read',
  async ({ id }, context) => {
    const batch = await readBatch(id, context)
    if (batch.state !== 'opened') return { id }
    try {
      const { value } = await context.files.decode<typeof decoder>('import.sheet', batch.file as StoredFile, {
        type: (batch.file as StoredFile).type,
        limits: LIMITS,
      })
      await context.jobs.write((inner) => keepRows(batch, value, inner))
    } catch (error) {
      if (!(error instanceof AgonError) || error.code === 'BUSY') throw error
      await context.jobs.write(async ({ rows }) => {
        await rows.transition('import.life', 'fail', id)
        await rows.save('import.batch', { id }, { reason: refusalText(error, context) })
      })
      throw error
    }
    return { id }
  },
  { waits: 'worker' },
)

async function keepRows(
  batch: Batch,
  { rows: [head, ...body], encoding }: { rows: SheetRow[]; encoding: string | null },
  context: HandlerContext,
) {
  const { id } = batch
  await context.lock('import', id)
  if ((await readBatch(id, context)).state !== 'opened') return
  const columns = await proposed(batch, head!.cells, body, context)
  for (let from = 0; from < body.length; from += CHUNK)
    await context.rows.createAll(
      'import.row',
      body.slice(from, from + CHUNK).map(({ number, cells, formulas }) => ({ batchId: id, number, cells, formulas })),
    )
  await context.rows.transition('import.life', 'read', id)
  await context.rows.save('import.batch', { id }, { columns, encoding, total: body.length })
}

async function proposed(batch: Batch, head: readonly string[], body: readonly SheetRow[], context: HandlerContext): Promise<Column[]> {
  const width = Math.max(head.length, ...body.map(({ cells }) => cells.length))
  const headings = Array.from({ length: width }, (_, at) => (head[at] ?? '').trim().slice(0, 200))
  const { list } = await fieldsOf(batch, context)
  const maps = await context.db
    .selectFrom('import_mapping')
    .select('columns')
    .where('organisationId', '=', batch.organisationId)
    .where('type', '=', batch.type)
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute()
  const targets = proposeColumns(
    headings,
    list,
    maps.map(({ columns }) => columns as ColumnMap),
  )
  return headings.map((title, at) => ({
    title,
    sample: (body.find(({ cells }) => (cells[at] ?? '').trim() !== '')?.cells[at] ?? '').slice(0, MAX_SAMPLE),
    target: targets[at] ?? null,
  }))
}
