/** Preview of the draft of badges: the PDF with sample values, and its mistakes. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lookAtPrint } from '../../certificate/template/lookAtPrint.ts'
import { readVersions, writtenPrint } from '../../certificate/template/ownTemplate.ts'
import { BADGE_ENTITY, type BadgeRow } from './badgeDesign.ts'
import samples from './samples.json' with { type: 'json' }

export default defineHandler('checkin.lookBadge', async ({ id, lang, of }, context) => {
  const { documentId } = await context.call('checkin.mayDesignBadge', { id })
  const row = { documentId } as Pick<BadgeRow, 'documentId'>
  const sample = samples.find((each) => each.id === of) ?? context.fail('NOT_FOUND', { entity: BADGE_ENTITY, id: of })
  const print = writtenPrint(await readVersions(row, context))
  return lookAtPrint({ print, documentId: documentId!, lang, valuesOf: async () => sample[lang] }, context)
})
