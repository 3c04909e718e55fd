/** Series of certificates of a competition in another one: they begin to count anew, in the year of the new one, under a prefix that is free in that year. */
import { defineExtension, type HandlerContext } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import type { ContentRow, Place } from '../competition/parts/parts.ts'
import { usableTemplate } from './template/usableTemplate.ts'

/** Null where the numbers or the template belong to others. */
async function fitSeries(row: ContentRow, place: Place, context: HandlerContext): Promise<ContentRow | null> {
  const year = Number(row.year) + (place.distance.years ?? 0)
  const template = String(row.templateId)
  const templateId = place.written.get('print')?.get(template) ?? template
  const taken = await context.db
    .selectFrom('certificate_series')
    .select('id')
    .where('prefix', '=', String(row.prefix))
    .where('year', '=', year)
    .executeTakeFirst()
  return taken || !(await isUsable(templateId, place, context)) ? null : { ...row, year, templateId }
}

async function isUsable(templateId: string, { competitionId, organisationId }: Place, context: HandlerContext): Promise<boolean> {
  try {
    await usableTemplate(templateId, { competitionId, organisationId }, context)
    return true
  } catch (error) {
    if (error instanceof AgonError && error.code === 'CERTIFICATE_TEMPLATE_UNKNOWN') return false
    throw error
  }
}

export default defineExtension('competition.part', 'certificate.series', { fit: fitSeries })
