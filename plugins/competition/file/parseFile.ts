/** The JSON of a competition file, which no one has looked at -> rows that may be written, with all that is wrong and all that this platform does not know.
 *  Nothing is taken that a file written here would not hold. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { EntityField, LocalText } from '../../../runtime/core/documents.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { type ContentRow, type Part, partsOf, ROOT } from '../parts/parts.ts'
import type { Content } from '../parts/readContent.ts'
import { type CompetitionFile, FILE_LIMITS, FORMAT, VERSION } from './CompetitionFile.ts'
import { fieldProblem } from './fieldProblem.ts'
import { filedFields } from './filedRow.ts'

export interface Problem {
  where: LocalText
  what: LocalText
}
export interface ParsedFile {
  row: ContentRow
  content: Content
  forms: Readonly<Record<string, object>>
  prints: Readonly<Record<string, object>>
  files: CompetitionFile['files']
  from: { site: string; madeAt: string | null }
  /** Parts and fields that this platform does not know; they stay behind. */
  unknown: LocalText[]
  problems: Problem[]
}

const MAX_REPORTED = 100
const ID = /^[\w.-]{1,64}$/

/** @throws COMPETITION_FILE when it is no such file, COMPETITION_FILE_VERSION when a newer release wrote it */
export function parseFile(json: unknown, context: HandlerContext): ParsedFile {
  const { fail, text } = context
  if (!isRecord(json) || json.format !== FORMAT || !isRecord(json.rows)) return fail('COMPETITION_FILE')
  if (!Number.isInteger(json.version) || Number(json.version) < 1) return fail('COMPETITION_FILE')
  if (Number(json.version) > VERSION) return fail('COMPETITION_FILE_VERSION', { version: Number(json.version), known: VERSION })
  const notes: Notes = { unknown: new Map(), problems: [] }
  const { rows } = json
  const [row] = rowsOf(ROOT, rows[ROOT.entity], notes, context)
  if (!row) return fail('COMPETITION_FILE')
  const content = new Map(partsOf(context).map((part) => [part.entity as string, rowsOf(part, rows[part.entity], notes, context)]))
  for (const name of Object.keys(rows))
    if (name !== ROOT.entity && !content.has(name)) note(notes, text('competition.file.part', { name: name.slice(0, 60) }))
  return {
    ...{ row: { ...row, ...shapes(row) }, content: withLists(content, row.formId) },
    ...{ forms: documents(json.forms), prints: documents(json.prints), files: filesOf(json.files) },
    from: {
      site: typeof json.site === 'string' ? json.site.slice(0, 200) : '',
      madeAt: typeof json.madeAt === 'string' ? json.madeAt.slice(0, 40) : null,
    },
    unknown: [...notes.unknown.values()],
    problems: notes.problems,
  }
}

interface Notes {
  unknown: Map<string, LocalText>
  problems: Problem[]
}

function note({ unknown }: Notes, words: LocalText): void {
  if (unknown.size < MAX_REPORTED) unknown.set(words.en, words)
}

function rowsOf(part: Part, given: unknown, notes: Notes, context: HandlerContext): ContentRow[] {
  const { title } = context.platform.get('entity', part.entity)
  const list = given === undefined ? [] : given
  if (!Array.isArray(list) || list.length > FILE_LIMITS.rowsOfPart || !list.every(isRecord)) return context.fail('COMPETITION_FILE')
  const fields = filedFields(part, context.platform)
  return list.map((row, at) => rowOf({ row, at, title: title as LocalText }, fields, notes, context))
}

interface Given {
  row: Readonly<Record<string, unknown>>
  at: number
  title: LocalText
}

function rowOf({ row, at, title }: Given, fields: ReadonlyMap<string, EntityField>, notes: Notes, context: HandlerContext): ContentRow {
  const { text, platform } = context
  if (typeof row.id !== 'string' || !ID.test(row.id)) return context.fail('COMPETITION_FILE')
  const taken: Record<string, unknown> = { id: row.id }
  for (const name of Object.keys(row))
    if (name !== 'id' && !fields.has(name)) note(notes, text('competition.file.field', { of: title, name: name.slice(0, 60) }))
  for (const [name, field] of fields) {
    const value = row[name] ?? null
    const problem = value === null ? (isLacking(field) ? 'required' : null) : fieldProblem(value, field, platform)
    if (problem === null) taken[name] = value
    else if (notes.problems.length < MAX_REPORTED)
      notes.problems.push({
        where: text('competition.file.place', { of: title, row: at + 1, field: (field.title ?? { zh: name, en: name }) as LocalText }),
        what: text(`competition.file.problem.${problem}`),
      })
  }
  return taken
}

function isLacking({ required, default: standard, document, designed }: EntityField): boolean {
  return required === true && standard === undefined && !document && !designed
}

/** Tabs and special settings of the competition, in the shapes that their calls store; what has another shape is as if nothing was set. */
function shapes({ tabs, settings }: ContentRow): ContentRow {
  const named = Array.isArray(tabs)
    ? tabs.filter((tab): tab is Record<string, unknown> => isRecord(tab) && typeof tab.id === 'string')
    : null
  const words = (value: unknown) =>
    isRecord(value) && typeof value.zh === 'string' && typeof value.en === 'string' ? { zh: value.zh, en: value.en } : null
  return {
    tabs: named?.slice(0, 60).map(({ id, shown, title }) => ({ id, shown: shown !== false, title: words(title) })) ?? null,
    settings: isRecord(settings)
      ? { needsProfile: settings.needsProfile === true, mainlandOnly: settings.mainlandOnly === true, note: words(settings.note) }
      : null,
  }
}

/** Events of a round are a list of ids, or all. An event has the form of its competition, or none of its own: other forms are not in the file. */
function withLists(content: Map<string, ContentRow[]>, formId: unknown): Content {
  const ids = (value: unknown) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null)
  const changed = (entity: string, change: (row: ContentRow) => ContentRow) =>
    content.set(
      entity,
      content.get(entity)!.map((row) => ({ ...row, ...change(row) })),
    )
  changed('competition.event', (event) => ({ formId: event.formId === formId ? formId : null }))
  return changed('review.round', (round) => ({ eventIds: ids(round.eventIds) }))
}

function documents(given: unknown): Record<string, object> {
  const held = isRecord(given) ? Object.entries(given).filter(([, content]) => isRecord(content)) : []
  return Object.fromEntries(held.slice(0, FILE_LIMITS.forms)) as Record<string, object>
}

function filesOf(given: unknown): CompetitionFile['files'] {
  const isNamed = (file: unknown) => isRecord(file) && typeof file.name === 'string' && typeof file.path === 'string'
  const named = isRecord(given) ? Object.entries(given).filter(([, file]) => isNamed(file)) : []
  return Object.fromEntries(named.slice(0, FILE_LIMITS.files)) as CompetitionFile['files']
}
