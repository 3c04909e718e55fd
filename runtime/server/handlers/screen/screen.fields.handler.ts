/** Fields of an entity that can be columns, filters or fields of a form, by name. */
import { defineHandler } from '../../../core/contracts.ts'
import { fieldsFor } from '../../documents/area/areaRequest.ts'
import { textInBoth } from '../../documents/textInBoth.ts'

export default defineHandler('platform.screen.fields', ({ entity: id, use }, { platform }) => {
  const entity = id === undefined ? undefined : platform.documents.entity.get(id)
  if (!entity) return []
  return fieldsFor(use, entity).map((name) => ({ value: name, label: textInBoth(platform, entity.fields[name]!.title ?? name) }))
})
