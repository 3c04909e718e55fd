import type { HandlerContext } from '../../core/contracts.ts'
import type { LocalText } from '../../core/documents.ts'
import type { AreaDocument, NewArea } from './area/area.ts'
import { areaDocuments, menuEntry } from './area/areaDocuments.ts'
import { areaOf, incompleteField, lackingFields, type ScreenRequest, unknownField } from './area/areaRequest.ts'

export interface PlannedDocument extends AreaDocument {
  title: LocalText
}

/** The documents of a new screen, with the entry of its menu.
 *  @throws SCREEN_TAKEN when one of them exists, SCREEN_FIELDS when nothing could be added by its form, SCREEN_FIELD when a field lacks what it is made from */
export function checkedPlan(request: ScreenRequest, { platform, lang, fail }: HandlerContext): PlannedDocument[] {
  const { documents } = platform
  const entity = request.entity === undefined ? undefined : documents.entity.get(request.entity)
  if ((request.entity !== undefined && !entity) || !documents.menu.has(request.menu))
    return fail('NOT_FOUND', { entity: 'entity', id: request.entity ?? request.menu })
  const incomplete = incompleteField(platform, request.fields)
  if (incomplete) fail('SCREEN_FIELD', { field: (lang === 'en' && incomplete.title.en) || incomplete.title.zh })
  const unknown = entity && unknownField(entity, request)
  if (unknown !== undefined) fail('NOT_FOUND', { entity: 'field', id: unknown })
  const area = areaOf(platform, request)
  if (area.fields.length === 0) fail('SCREEN_EMPTY')
  const lacking = entity && area.verbs?.includes('add') ? lackingFields(entity, request.form ?? []) : []
  if (lacking.length > 0) fail('SCREEN_FIELDS', { fields: lacking.join(', ') })
  const plan = [...areaDocuments(area), menu(area, request.menu, documents.menu.get(request.menu)!.items.at(-1))]
  const isTaken = ({ kind, id }: AreaDocument) => documents[kind as 'page'].has(id) || documents.call.has(`${area.name}.list`)
  if (plan.some(isTaken)) fail('SCREEN_TAKEN', { name: request.name })
  return plan.map((document) => ({ ...document, title: document.content.title as LocalText }))
}

/** An entry more, in the last group when the menu has groups. The menu itself stays as it is built in: later releases add to it. */
function menu(area: NewArea, into: string, last: { id: string; children?: readonly unknown[] } | undefined): AreaDocument {
  const under = last?.children ? { under: last.id } : {}
  return { kind: 'menu', id: `${area.name}.menu`, content: { title: area.title, into, ...under, items: [menuEntry(area)] } }
}
