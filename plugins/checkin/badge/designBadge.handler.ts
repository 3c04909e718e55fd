/** Stands behind the design of badges: who may, what is stored, and that a used one names only values of badges. */
import { type DocumentStep, defineHandler } from '../../../runtime/core/contracts.ts'
import type { JsonSchema, PrintDocument } from '../../../runtime/core/documents.ts'
import { assertPrintValues } from '../../certificate/template/assertPrintValues.ts'
import { picturesOf, printContent } from '../../certificate/template/printContent.ts'
import { claimNamed } from '../../files/claimNamed.ts'
import { BADGE, BADGE_ENTITY, type BadgeRow } from './badgeDesign.ts'

type Step = DocumentStep<BadgeRow, PrintDocument>
export default defineHandler<'checkin.designBadge', Step, PrintDocument | null>(
  'checkin.designBadge',
  async ({ step, row, content, draft }, context) => {
    await context.call('checkin.mayDesignBadge', { id: row.id })
    const { schema } = context.platform.get('form', BADGE)
    if (step === 'publish' && draft) await assertPrintValues(draft.content, row.documentId!, schema as JsonSchema, context)
    if (step !== 'save') return null
    const { title } = context.platform.get('print', BADGE)
    const next = printContent(content!, { documentId: row.documentId, name: title, data: BADGE }, context)
    await claimNamed(BADGE_ENTITY, row, picturesOf(next), 'CERTIFICATE_TEMPLATE_PICTURE', context)
    return next
  },
)
