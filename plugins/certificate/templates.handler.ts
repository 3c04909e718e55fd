/** Templates that certificates of a competition can be made from, by name: those that come with the platform, and published ones of the platform, the organisation and the competition. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText, PrintDocument } from '../../runtime/core/documents.ts'
import { VALUES_FORM } from './series.ts'

/** Own templates that are offered, newest first. */
const MAX = 100

export default defineHandler('certificate.templates', async ({ competitionId }, context) => {
  const shipped = [...context.platform.documents.print.values()].filter(({ data }) => data === VALUES_FORM)
  const own = await ownPublished(competitionId, context)
  const list = [...own.map((print) => facts(print, true)), ...shipped.map((print) => facts(print, false))]
  return { list, total: list.length }
})

function facts({ id, title, sheet, pages }: PrintDocument, own: boolean) {
  return { id, title: title as LocalText, size: sheet.size, orientation: sheet.orientation, sides: pages.length, own }
}

async function ownPublished(competitionId: string | undefined, { db, documents }: HandlerContext): Promise<PrintDocument[]> {
  const competition =
    competitionId === undefined
      ? undefined
      : await db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId).executeTakeFirst()
  const rows = await db
    .selectFrom('certificate_template')
    .select(['documentId', 'name'])
    .where('state', '!=', 'draft')
    .where((builder) =>
      builder.or([
        builder('organisationId', 'is', null),
        ...(competition
          ? [
              builder.and([builder('organisationId', '=', competition.organisationId), builder('competitionId', 'is', null)]),
              builder('competitionId', '=', competitionId!),
            ]
          : []),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  const found = await Promise.all(
    rows.map(async ({ documentId, name }) => ({ name, stored: await documents.store.published('print', documentId!) })),
  )
  return found.flatMap(({ name, stored }) => (stored ? [{ ...(stored.content as PrintDocument), title: name }] : []))
}
