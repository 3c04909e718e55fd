import type { HandlerContext } from '../../core/contracts.ts'
import { lackingFields, type PlannedDocument, planScreen, type ScreenWish } from './planScreen.ts'

/** @throws SCREEN_TAKEN when one of its documents exists, SCREEN_FIELDS when nothing could be added by its form */
export function checkedPlan(wish: ScreenWish, { platform, fail }: HandlerContext): PlannedDocument[] {
  const { documents } = platform
  const entity = documents.entity.get(wish.entity)
  if (!entity || !documents.menu.has(wish.menu)) return fail('NOT_FOUND', { entity: 'entity', id: wish.entity })
  if (documents.page.has(`${wish.name}.index`) || documents.call.has(`${wish.name}.list`)) fail('SCREEN_TAKEN', { name: wish.name })
  const lacking = wish.fields?.length ? lackingFields(entity, wish.fields) : []
  if (lacking.length > 0) fail('SCREEN_FIELDS', { fields: lacking.join(', ') })
  return planScreen(platform, wish)
}
