/** The job that writes a competition into a file: its parts, its forms and templates, and the files that they name. */
import { defineHandler, type HandlerContext, type PackedEntry } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { CONTENT_NAME, type CompetitionFile, FORMAT, VERSION } from './file/CompetitionFile.ts'
import { filedFields, filedRow } from './file/filedRow.ts'
import { namedInContent } from './file/namedInContent.ts'
import { ownDocument } from './parts/copySources.ts'
import { type ContentRow, type Part, partsOf, ROOT } from './parts/parts.ts'
import { readContent } from './parts/readContent.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'competition.packFile': { competitionId: string }
  }
}

export default defineHandler('competition.packFile', async ({ competitionId }, context) => {
  const row = await readCompetition(context, competitionId)
  const content = new Map<string, readonly ContentRow[]>([[ROOT.entity, [row]], ...(await readContent(competitionId, context))])
  const parts = [ROOT, ...partsOf(context)].map((part) => ({ part, rows: content.get(part.entity) ?? [] }))
  const forms = await documentsOf('form', parts, context)
  const prints = await documentsOf('print', parts, context)
  const rows = Object.fromEntries(parts.map(({ part, rows: list }) => [part.entity, filedRows(part, list, forms, context)]))
  const { files, entries } = await filesOf(competitionId, { rows, prints }, context)
  const file: CompetitionFile = {
    ...{ format: FORMAT, version: VERSION, site: context.site, madeAt: context.now.toISOString() },
    ...{ rows, forms, prints, files },
  }
  const title = row.title[context.lang].replaceAll(/[\\/]/g, '-')
  return context.files.pack(
    `${title}.zip`,
    [{ name: CONTENT_NAME, text: JSON.stringify(file, null, 1) }, ...entries],
    context.jobs.progress,
  )
})

interface PartRows {
  part: Part
  rows: readonly ContentRow[]
}

/** An event may name the form of another competition: that is not in the file. */
function filedRows(
  part: Part,
  rows: readonly ContentRow[],
  forms: Readonly<Record<string, object>>,
  { platform }: HandlerContext,
): ContentRow[] {
  const fields = filedFields(part, platform)
  return rows.map((row) => {
    const filed = { ...filedRow(row, fields) }
    if (part.entity === 'competition.event' && !(String(filed.formId) in forms)) delete filed.formId
    return filed
  })
}

/** The content of the documents that the rows have of their own. */
async function documentsOf(kind: 'form' | 'print', parts: readonly PartRows[], context: HandlerContext): Promise<Record<string, object>> {
  const found: Record<string, object> = {}
  for (const { part, rows } of parts) {
    const fields = Object.entries(context.platform.get('entity', part.entity).fields)
    const names = fields
      .filter(([, { designed, document }]) => (kind === 'form' ? designed : document?.kind === kind))
      .map(([name]) => name)
    for (const id of rows.flatMap((row) => names.map((name) => row[name]))) {
      const content = typeof id === 'string' ? await ownDocument(kind, id, context.documents.store) : null
      if (content) found[id as string] = content
    }
  }
  return found
}

/** What fields hold, and of what texts and templates show the files of this competition. */
async function filesOf(competitionId: string, content: object, { db }: HandlerContext) {
  const held: Record<string, { name: string; path: string }> = {}
  const entries: PackedEntry[] = []
  const named = namedInContent(content)
  for (const id of new Set([...named.held, ...named.shown])) {
    const stored = await db.selectFrom('platform_file').select(['name', 'competitionId']).where('key', '=', id).executeTakeFirst()
    if (!stored || !(named.held.has(id) || stored.competitionId === competitionId)) continue
    const path = `files/${entries.length + 1}${/\.[a-z0-9]{1,8}$/i.exec(stored.name)?.[0] ?? ''}`
    held[id] = { name: stored.name, path }
    entries.push({ name: path, file: id })
  }
  return { files: held, entries }
}
