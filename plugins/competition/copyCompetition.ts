/** A copy of a competition: everything that its managers wrote, under new ids and unpublished, with its times moved; nothing of the people who took part.
 *  Its forms, score sheets, certificate templates, pictures and seals become the copy's own, so that neither depends on the original. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { readCompetition } from './competition.ts'
import { type LeftOut, leftOut } from './leftOut.ts'
import { moveBy, type TimeDistance } from './movedTime.ts'
import { copySources } from './parts/copySources.ts'
import { readContent } from './parts/readContent.ts'
import { writeContent } from './parts/writeContent.ts'

export interface CopyOrder extends TimeDistance {
  competitionId: string
  title?: LocalText | undefined
}

/** @throws NOT_FOUND, PERMISSION_DENIED when the person may not create competitions for the organisation */
export async function copyCompetition(
  { competitionId, title, ...distance }: CopyOrder,
  context: HandlerContext,
): Promise<{ id: string; left: LeftOut[] }> {
  const row = await readCompetition(context, competitionId)
  const { organisationId } = row
  const organisations = objectsWith(context.session, 'manageCompetition', 'organisation')
  if (organisations !== null && !organisations.includes(organisationId)) return context.fail('PERMISSION_DENIED')
  const titled = { ...row, title: title ?? context.text('competition.copyOf', { title: row.title }), earlierId: row.id }
  const place = { organisationId, move: moveBy(distance), distance }
  const id = await writeContent(titled, await readContent(row.id, context), place, copySources(row.id, context), context)
  return { id, left: await leftOut(row.id, context) }
}
