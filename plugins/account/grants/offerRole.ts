/** Offers a role on an organisation or a competition to someone whom the asker may not look up. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { offer } from '../offers/offer.ts'
import { STORED_ROLE } from './grantRows.ts'
import { placeName } from './place.ts'
import type { GrantPlace } from './withContainers.ts'

export interface OfferedRole {
  role: string
  until: string | null
}

/** @returns id of the offer */
export async function offerRole(
  account: string,
  { role, until }: OfferedRole,
  place: GrantPlace,
  context: HandlerContext,
): Promise<string> {
  const { scope, objectId } = place
  const objects = scope === 'competition' ? { competitionId: objectId } : { organisationId: objectId }
  const name = await roleName(role, context)
  return offer(
    {
      gives: 'account.giveRole',
      input: { ...objects, role, until },
      key: `${role} ${scope} ${objectId}`,
      account,
      what: context.text('account.offeredRole', { role: name }),
      place,
      placeName: await placeName(place, context),
    },
    context,
  )
}

async function roleName(role: string, { platform, rows }: HandlerContext): Promise<LocalText> {
  const document = platform.documents.role.get(role)
  return document ? (document.title as LocalText) : ((await rows.get('account.role', role.slice(STORED_ROLE.length))).name as LocalText)
}
