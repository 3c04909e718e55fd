/** Writes what belongs to a competition under a new one, column by column as the entities declare them: a field that someone adds is written too, times are
 *  moved, and files and forms become the new row's own, so that nothing depends on where they came from. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { EntityField, FormDocument } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { mapFileAddresses } from '../../files/mapFileAddresses.ts'
import type { MoveTime } from '../movedTime.ts'
import { type ContentRow, type Part, type Place, partsOf, ROOT, rulesOf } from './parts.ts'
import type { Content } from './readContent.ts'
import type { NamedFile, Sources } from './Sources.ts'

interface NewPlace extends Omit<Place, 'competitionId' | 'written'> {
  /** The draft that becomes the new competition; without it one is created. */
  draftId?: string
}

/** @param row  of the competition, with the title of the new one @returns the id of the new one */
export async function writeContent(
  row: ContentRow,
  content: Content,
  { draftId, ...to }: NewPlace,
  sources: Sources,
  context: HandlerContext,
): Promise<string> {
  const written: Place['written'] = new Map()
  const root = { ...to, competitionId: '', written }
  const competitionId = (await writeRow(ROOT, row, { ...row, ...ROOT.fresh }, { place: root, sources, draftId }, context)).id
  const place = { ...root, competitionId }
  for (const part of partsOf(context))
    written.set(part.entity, await writePart(part, content.get(part.entity) ?? [], { place, sources }, context))
  return competitionId
}

interface Where {
  place: Place
  sources: Sources
  /** The row that is there already. */
  draftId?: string | undefined
}

/** @returns the new id of each row that was written, by its old one */
export async function writePart(
  part: Part,
  rows: readonly ContentRow[],
  where: Where,
  context: HandlerContext,
): Promise<Map<string, string>> {
  const { place, sources } = where
  const rules = rulesOf(part, context)
  const own = new Map<string, string>()
  for (const row of rows) {
    const named = renamed(part, row, place, own)
    const fitted = named && (rules.fit ? await rules.fit(named, place, context) : named)
    if (!fitted) continue
    const { id } = await writeRow(part, row, { ...fitted, ...part.fresh, competitionId: place.competitionId }, where, context)
    own.set(String(row.id), id)
    await rules.complete?.(row, id, place, sources, context)
  }
  return own
}

/** Null: the row names something that was not written. */
function renamed({ entity, refs = {}, of }: Part, row: ContentRow, { written }: Place, own: Map<string, string>): ContentRow | null {
  const named: Record<string, unknown> = { ...row }
  const names = of ? { ...refs, [of.field]: of.entity } : refs
  for (const [name, target] of Object.entries(names)) {
    const ids = target === entity ? own : written.get(target)!
    const value = row[name]
    if (value === null || value === undefined) named[name] = null
    else if (Array.isArray(value)) named[name] = value.map((id) => ids.get(String(id))).filter((id) => id !== undefined)
    else if (ids.has(String(value))) named[name] = ids.get(String(value))
    else return null
  }
  return named
}

/** @param row  as it was, which names its forms; @param values  of the new one */
async function writeRow(part: Part, row: ContentRow, values: ContentRow, { place, sources, draftId }: Where, context: HandlerContext) {
  const { entity } = part
  const own = context.rows.open(entity)
  const { fields } = context.platform.get('entity', entity)
  const stored: Record<string, unknown> = {}
  for (const name of storedFields(entity, context.platform)) {
    const value = name === 'organisationId' ? place.organisationId : values[name]
    stored[name] = fields[name]!.designed ? null : await newValue(value, fields[name]!, place.move, sources)
  }
  if (draftId !== undefined) await own.save(draftId, stored)
  const id = draftId ?? (await own.create(stored, { of: { copyOf: String(row.id) } }))
  const forms: Record<string, string> = {}
  for (const [column, field] of Object.entries(fields)) {
    const original = row[column]
    if (!field.designed || typeof original !== 'string') continue
    const form = await sources.document('form', original)
    if (form === null) continue
    const { name } = context.documents.designs.place(entity, column, { ...stored, id })
    await publishForm(
      name,
      { ...form, id: name },
      (made) => (sources.isForeign ? rulesOf(part, context).formFailures?.(column, made, stored) : undefined),
      context,
    )
    place.written.set('form', (place.written.get('form') ?? new Map()).set(original, name))
    forms[column] = name
  }
  if (Object.keys(forms).length > 0) await own.save(id, forms)
  return { id }
}

/** @throws DOCUMENT_INVALID */
async function publishForm(
  name: string,
  form: object,
  failuresOf: (form: FormDocument) => readonly unknown[] | undefined,
  { documents, fail }: HandlerContext,
): Promise<void> {
  await documents.store.saveDraft('form', name, form)
  const first = await documents.store.failures('form', name)
  const failures = first.length > 0 ? first : (failuresOf(form as FormDocument) ?? [])
  if (failures.length > 0) fail('DOCUMENT_INVALID', { failures })
  await documents.store.publish('form', name)
}

async function newValue(value: unknown, { type, richText }: EntityField, move: MoveTime, sources: Sources): Promise<unknown> {
  if (value === null || value === undefined) return null
  if (type === 'datetime' || type === 'date') return move(value as string | Date, type)
  if (type === 'file') return sources.file(value as NamedFile)
  if (richText) return mapFileAddresses(value, async (id) => (await sources.shown(id))?.id ?? null)
  return value
}

/** Fields that the entity keeps. A row read whole also carries columns that the database computes, and takes no values for. */
export function storedFields(entity: string, platform: Platform): string[] {
  const { fields } = platform.get('entity', entity)
  return Object.keys(fields).filter((name) => fields[name]!.computed === undefined)
}
