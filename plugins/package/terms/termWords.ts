/** Names and times of a term in messages. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { timeText } from '../../pay/orders/words.ts'
import type { Term } from './term.ts'

export async function termWords({ organisationId, name, endsAt, graceEndsAt }: Term, context: HandlerContext) {
  const row = await context.rows.get('organisation.organisation', organisationId)
  const organisation = row.name as LocalText
  const names = {
    nameZh: name.zh,
    nameEn: name.en || name.zh,
    organisationZh: organisation.zh,
    organisationEn: organisation.en || organisation.zh,
  }
  return {
    names,
    endsAt: timeText(endsAt!, context),
    graceEndsAt: timeText(graceEndsAt!, context),
    address: `${context.site}/admin/schoolPackage?organisationId=${organisationId}`,
  }
}
