/** Snapshots of the fields that need approval (enum `audit.field`, `<entity>.<field>`), and the differences between two snapshots. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { EntityField, EnumDocument, LocalText } from '../../runtime/core/documents.ts'
import type { Lang, Platform } from '../../runtime/core/platform.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { valueText } from './valueText.ts'

const FIELDS = 'audit.field'
const MATTERS = 'matters'
const COMPETITION = 'competition.competition'
/** Length of an excerpt of a long text around the first difference, in characters. */
const EXCERPT = 160
const BEFORE_DIFFERENCE = 30

/** Entity -> rows, each with its id and the fields that need approval; rows of a kind of their own are in `SnapshotTypes`. */
export type Snapshot = Record<string, SnapshotRow[]> & { [E in keyof SnapshotTypes]?: SnapshotTypes[E][] }
/** Entity -> what stands in a snapshot; the module that makes it says so. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface SnapshotTypes {}
type SnapshotRow = { id: string } & Record<string, unknown>

declare module '../../runtime/core/contracts.ts' {
  interface JsonTypes {
    'audit.submission.snapshot': Snapshot
  }
}

interface ApprovedField {
  entity: string
  name: string
  label: EnumDocument['values'][number]['label']
  matters: boolean
  field: EntityField
}

/** Texts in both languages: the screen may change its language. */
export interface Change {
  /** Name of the field, and of the row it belongs to where there are several. */
  field: LocalText
  kind: 'changed' | 'added' | 'removed'
  before: LocalText | null
  after: LocalText | null
  /** Once approved, it must be approved again. */
  matters: boolean
}

/** Reads the fields that need approval as they are now. */
export async function takeSnapshot(
  competitionId: string,
  { tables, platform }: Pick<HandlerContext, 'tables' | 'platform'>,
): Promise<Snapshot> {
  const snapshot: Snapshot = {}
  for (const [entity, fields] of fieldsByEntity(platform)) {
    const key = entity === COMPETITION ? 'id' : 'competitionId'
    const rows = tables
      .selectFrom(tableName(entity))
      .select(['id', ...fields.map(({ name }) => name)])
      .where(key, '=', competitionId)
      .orderBy('id')
    const isKept = platform.get('entity', entity).fields.removedAt !== undefined
    snapshot[entity] = (await (isKept ? rows.where('removedAt', 'is', null) : rows).execute()) as SnapshotRow[]
  }
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot
}

/** Differences between two snapshots, in both languages, in the order of the fields. */
export function describeChanges(before: Snapshot, after: Snapshot, platform: Platform): Change[] {
  return [...fieldsByEntity(platform)].flatMap(([entity, fields]) => changesOf(before[entity] ?? [], after[entity] ?? [], fields, platform))
}

/** Names of the fields that differ and must be approved again. */
export function changesThatMatter(before: Snapshot, after: Snapshot, platform: Platform): LocalText[] {
  const names = describeChanges(before, after, platform).filter(({ matters }) => matters)
  return [...new Map(names.map(({ field }) => [field.zh, field])).values()]
}

/** Names in one line, in both languages. */
export function listNames(names: readonly LocalText[]): LocalText {
  return { zh: names.map(({ zh }) => zh).join('、'), en: names.map(({ en }) => en).join(', ') }
}

/** What was submitted, field by field; empty ones are left out. */
export function describeSnapshot(snapshot: Snapshot, platform: Platform): { field: LocalText; value: LocalText; matters: boolean }[] {
  return [...fieldsByEntity(platform)].flatMap(([entity, fields]) =>
    (snapshot[entity] ?? []).flatMap((row) =>
      fields
        .filter(({ name }) => !isEmpty(row[name]))
        .map(({ name, label, field, matters }) => ({
          field: fieldName(label, name, row, entity),
          value: inBoth((lang) => valueText(row[name], field, platform, lang)),
          matters,
        })),
    ),
  )
}

function inBoth(text: (lang: Lang) => string): LocalText {
  return { zh: text('zh'), en: text('en') }
}

function fieldsByEntity(platform: Platform): Map<string, ApprovedField[]> {
  const approved = platform.get('enum', FIELDS).values.map(({ code, label, group }): ApprovedField => {
    const [area = '', entityName = '', name = ''] = String(code).split('.')
    const entity = `${area}.${entityName}`
    return { entity, name, label, matters: group === MATTERS, field: platform.get('entity', entity).fields[name]! }
  })
  return Map.groupBy(approved, ({ entity }) => entity)
}

function changesOf(
  before: readonly SnapshotRow[],
  after: readonly SnapshotRow[],
  fields: readonly ApprovedField[],
  platform: Platform,
): Change[] {
  const entity = fields[0]?.entity ?? ''
  const ids = [...new Set([...before, ...after].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [old, now] = [before.find((row) => row.id === id), after.find((row) => row.id === id)]
    const kind = !old ? 'added' : !now ? 'removed' : 'changed'
    return fields
      .filter(({ name }) => canonical(old?.[name]) !== canonical(now?.[name]))
      .map(({ name, label, field, matters }): Change => {
        const text = (row: SnapshotRow | undefined, lang: Lang) =>
          isEmpty(row?.[name]) ? null : valueText(row?.[name], field, platform, lang)
        const [zh, en] = (['zh', 'en'] as const).map((lang) => excerpts(text(old, lang), text(now, lang)))
        return {
          field: fieldName(label, name, now ?? old!, entity),
          kind,
          before: joinLanguages(zh![0], en![0]),
          after: joinLanguages(zh![1], en![1]),
          matters,
        }
      })
  })
}

function joinLanguages(zh: string | null, en: string | null): LocalText | null {
  return zh === null || en === null ? null : { zh, en }
}

/** `Fee · Main contest`: with the name of the row, where there are several. */
function fieldName(label: ApprovedField['label'], name: string, row: SnapshotRow, entity: string): LocalText {
  const item = (lang: Lang) => (entity === COMPETITION ? null : localName(row.title, lang))
  return inBoth((lang) => [localName(label, lang) ?? name, item(lang)].filter(Boolean).join(' · '))
}

/** Long texts are cut around the place where they begin to differ. */
function excerpts(before: string | null, after: string | null): [string | null, string | null] {
  if (before === null || after === null) return [cut(before, 0), cut(after, 0)]
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  return [cut(before, at), cut(after, at)]
}
function cut(text: string | null, difference: number): string | null {
  if (text === null || text.length <= EXCERPT) return text
  const from = Math.max(0, Math.min(difference - BEFORE_DIFFERENCE, text.length - EXCERPT))
  return `${from > 0 ? '…' : ''}${text.slice(from, from + EXCERPT)}${from + EXCERPT < text.length ? '…' : ''}`
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Equal for equal values, whatever the order of the keys; empty is empty. */
function canonical(value: unknown): string {
  if (isEmpty(value)) return ''
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
