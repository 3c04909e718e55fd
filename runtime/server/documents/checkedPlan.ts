import type { HandlerContext } from '../../core/contracts.ts'
import { lackingFields, type PlannedDocument, planScreen, type ScreenRequest } from './planScreen.ts'

/** @throws SCREEN_TAKEN when one of its documents exists, SCREEN_FIELDS when nothing could be added by its form */
export function checkedPlan(request: ScreenRequest, { platform, fail }: HandlerContext): PlannedDocument[] {
  const { documents } = platform
  const entity = documents.entity.get(request.entity)
  if (!entity || !documents.menu.has(request.menu)) return fail('NOT_FOUND', { entity: 'entity', id: request.entity })
  if (documents.page.has(`${request.name}.index`) || documents.call.has(`${request.name}.list`))
    fail('SCREEN_TAKEN', { name: request.name })
  const lacking = request.fields?.length ? lackingFields(entity, request.fields) : []
  if (lacking.length > 0) fail('SCREEN_FIELDS', { fields: lacking.join(', ') })
  return planScreen(platform, request)
}
