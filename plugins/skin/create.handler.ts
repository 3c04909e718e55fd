/** A new skin: a draft that starts from a skin of the platform, from another skin, or from an exported one. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { parseExported } from '../files/parseExported.ts'
import { mayDesign } from '../organisation/mayDesign.ts'
import { OWN } from '../shell/appliedSkin.ts'
import { readSkin, readVersions, SKIN_ENTITY, type SkinRow, writtenSkin } from './skin.ts'
import { skinContent } from './skinContent.ts'

interface Input {
  name: string
  /** `platform`, `organisation:ID`, `competition:ID`. */
  for: string
  start?: string
  copyOf?: string
  content?: string
}
const SHARED = 'skins.own'

export default defineHandler('skin.create', async (input, context) => {
  const [scope, objectId = null] = input.for.split(':')
  const place = { organisationId: scope === 'organisation' ? objectId : null, competitionId: scope === 'competition' ? objectId : null }
  await assertPlace(place, context)
  const given = await startOf(input, context)
  const row = await insert(input.name, place, context)
  const standalone = scope !== 'platform'
  await context.documents.store.saveDraft(
    'skin',
    row.documentId!,
    skinContent(given, row, context),
    undefined,
    standalone ? { apart: standalone } : undefined,
  )
  return { id: row.id }
})

/** @throws NOT_FOUND for an object that does not exist or that the person may not design for */
async function assertPlace(place: Pick<SkinRow, 'organisationId' | 'competitionId'>, context: HandlerContext): Promise<void> {
  const [table, id] =
    place.competitionId !== null ? ['competition_competition', place.competitionId] : ['organisation_organisation', place.organisationId]
  const exists = id === null || (await context.tables.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if (!exists || !(await mayDesign(place, context))) context.fail('NOT_FOUND', { entity: table, id: id ?? '' })
}

async function startOf({ start, copyOf, content }: Input, context: HandlerContext): Promise<Record<string, unknown>> {
  if (content !== undefined) return parseExported(content, 'SKIN_IMPORT', context)
  if (copyOf !== undefined) return { ...writtenSkin(await readVersions(await readSkin(copyOf, context), context)) }
  const { app, documents } = context.platform
  const from = documents.skin.get(start ?? app.skin)
  if (!from) return context.fail('SKIN_START')
  // a light skin starts with a dark side, so that people who chose a dark theme keep it
  const dark = [...documents.skin.values()].find((skin) => skin.dark && skin.extends === app.skin)
  const other = !from.dark && dark ? { other: { extends: dark.id, tokens: {} } } : {}
  return { extends: from.id, ...(from.dark ? { dark: true } : {}), tokens: {}, images: {}, layout: {}, ...other }
}

async function insert(
  name: string,
  place: Pick<SkinRow, 'organisationId' | 'competitionId'>,
  { rows, session }: HandlerContext,
): Promise<SkinRow> {
  const title = { zh: name.trim(), en: name.trim() }
  const id = await rows.create(SKIN_ENTITY, { ...place, name: title, changedBy: session.userId })
  const documentId = place.organisationId === null && place.competitionId === null ? `${SHARED}${id}` : `${OWN}${id}`
  await rows.save(SKIN_ENTITY, { id }, { documentId })
  return (await rows.get(SKIN_ENTITY, id)) as SkinRow
}
