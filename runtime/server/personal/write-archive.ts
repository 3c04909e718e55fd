/** A person's data as a zip: `data.json` for machines, `data.xlsx` for reading (a sheet for each kind of row), and the files that the person uploaded
 *  under `files/`. Streams: no file is held in memory. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { JobProgress } from '../../core/contracts.ts'
import type { EntityDocument } from '../../core/documents.ts'
import { entityColumns } from '../exports/export-columns.ts'
import { writeWorkbook } from '../exports/write-workbook.ts'
import { FILE_KEY, type FilesService } from '../files/createFilesService.ts'
import { JOB_REQUEST } from '../jobs/jobRequest.ts'
import { localText } from '../screens/local-text.ts'
import type { Caller, ServerDeps } from '../server-context.ts'
import type { OwnedRows } from './collect-owned.ts'

interface Archive {
  deps: ServerDeps
  files: FilesService
  /** Where the zip is written. */
  path: string
  owned: readonly OwnedRows[]
  caller: Caller
}

/** Archives that the platform made earlier are not packed into the next one. */
const PRODUCED = 'export'

/** @returns the name under which the person saves it */
export async function writeArchive(
  { deps, files, path, owned, caller }: Archive,
  progress: (state: JobProgress) => Promise<void>,
): Promise<string> {
  const platform = deps.platform()
  const title = (entity: EntityDocument) => localText(platform, caller.lang, entity.title)
  const zip = new yazl.ZipFile()
  const data = Object.fromEntries(owned.map(({ entity, rows }) => [entity.id, { title: title(entity), rows }]))
  zip.addBuffer(Buffer.from(JSON.stringify({ madeAt: new Date().toISOString(), data }, null, 2)), 'data.json')
  const sheet = `${path}.xlsx`
  try {
    await writeWorkbook(
      { path: sheet, sheets: owned.map((part) => sheetOf(part, title(part.entity), { platform, lang: caller.lang })) },
      async () => {},
    )
    zip.addFile(sheet, 'data.xlsx')
    const kept = uploads(owned)
    const scope = { db: deps.db, session: caller.session, now: new Date(), lang: caller.lang, request: caller.request ?? JOB_REQUEST }
    const store = files.bind(scope)
    for (const [at, { key, name }] of kept.entries()) {
      // opened one after the other, when its turn comes
      zip.addReadStreamLazy(`files/${at + 1}-${name}`, (take) => {
        void progress({ done: (at + 1) / (kept.length + 1), note: `${at + 1}/${kept.length}` })
        store.open(key).then(
          (stream) => take(null, stream),
          (error) => take(error, null as never),
        )
      })
    }
    zip.end()
    const failed = new Promise<never>((_, reject) => zip.once('error', reject))
    await Promise.race([pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 })), failed])
  } finally {
    await rm(sheet, { force: true })
  }
  return `${localText(platform, caller.lang, '@export.personal')}.zip`
}

function sheetOf(
  { entity, fields, rows }: OwnedRows,
  title: string,
  texts: Pick<Parameters<typeof entityColumns>[2], 'platform' | 'lang'>,
) {
  const columns = fields.map((field) => ({
    field,
    title: entity.fields[field]?.title ?? field,
    ...(entity.fields[field]?.enum ? { enum: entity.fields[field].enum } : {}),
  }))
  const money = new Set(fields.filter((field) => entity.fields[field]?.type === 'money'))
  return { title, columns: entityColumns(columns, money, { ...texts, permissions: new Set() }), rows: [rows] }
}

/** Rows of the table of files: their keys are what the store knows them by. */
function uploads(owned: readonly OwnedRows[]): { key: string; name: string }[] {
  const rows = owned.find(({ entity }) => entity.id === 'platform.file')?.rows ?? []
  return rows.filter(({ key, purpose }) => FILE_KEY.test(String(key)) && purpose !== PRODUCED) as unknown as { key: string; name: string }[]
}
