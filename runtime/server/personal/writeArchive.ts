/** A person's data as a zip: `data.json` for machines, `data.xlsx` for reading (a sheet for each kind of row), and the files that the person uploaded
 *  under `files/`. Streams: no file is held in memory. */
import { rm } from 'node:fs/promises'
import type { JobProgress } from '../../core/contracts.ts'
import { printJson } from '../../core/documents/printJson.ts'
import type { EntityDocument } from '../../core/documents.ts'
import { isFileKey } from '../../core/storedFile.ts'
import { entityColumns } from '../exports/exportColumns.ts'
import type { Words } from '../exports/exportContext.ts'
import { writeWorkbook } from '../exports/writeWorkbook.ts'
import type { FilesService } from '../files/createFilesService.ts'
import { writeZip } from '../files/writeZip.ts'
import { JOB_REQUEST } from '../jobs/jobRequest.ts'
import { localText } from '../screens/localText.ts'
import type { Caller, ServerDeps } from '../serverContext.ts'
import type { OwnedRows } from './collectOwned.ts'

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
  const data = Object.fromEntries(owned.map(({ entity, rows }) => [entity.id, { title: title(entity), rows }]))
  const json = Buffer.from(printJson({ madeAt: new Date().toISOString(), data }))
  const sheet = `${path}.xlsx`
  try {
    await writeWorkbook(
      { path: sheet, sheets: owned.map((part) => sheetOf(part, title(part.entity), { platform, lang: caller.lang })) },
      async () => {},
    )
    const kept = uploads(owned)
    const scope = { db: deps.db, session: caller.session, now: new Date(), lang: caller.lang, request: caller.request ?? JOB_REQUEST }
    const store = files.bind(scope)
    const uploaded = kept.map(({ key, name }, at) => ({ name: `files/${at + 1}-${name}`, content: () => store.open(key) }))
    const entries = [{ name: 'data.json', content: json }, { name: 'data.xlsx', content: { path: sheet } }, ...uploaded]
    const before = entries.length - kept.length
    await writeZip(path, entries, (at) => {
      const file = at - before + 1
      void progress({ done: file / (kept.length + 1), note: `${file}/${kept.length}` })
    })
  } finally {
    await rm(sheet, { force: true })
  }
  return `${localText(platform, caller.lang, '@export.personal')}.zip`
}

function sheetOf({ entity, fields, rows }: OwnedRows, title: string, texts: Words) {
  const columns = fields.map((field) => ({
    field,
    title: entity.fields[field]?.title ?? field,
    ...(entity.fields[field]?.enum ? { enum: entity.fields[field].enum } : {}),
  }))
  const types = new Map(fields.flatMap((field) => (entity.fields[field] ? [[field, entity.fields[field].type] as const] : [])))
  return { title, columns: entityColumns(columns, types, texts), rows: [rows] }
}

/** Rows of the table of files: their keys are what the store knows them by. */
function uploads(owned: readonly OwnedRows[]): { key: string; name: string }[] {
  const rows = owned.find(({ entity }) => entity.id === 'platform.file')?.rows ?? []
  return rows.filter(({ key, purpose }) => isFileKey(key) && purpose !== PRODUCED) as unknown as { key: string; name: string }[]
}
