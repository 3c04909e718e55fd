/** Output fields of a call -> their types, by the entities that they come from. What no entity declares is left out. */
import type { CallDocument, EntityField } from '../../core/documents.ts'
import { isOfRows } from '../../core/isOfRows.ts'
import type { Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableNames.ts'

export function outputTypes({ operation, output }: CallDocument, platform: Platform): Map<string, EntityField['type']> {
  if (!operation || !isOfRows(operation) || !('entity' in operation) || !Array.isArray(output)) return new Map()
  const { entity } = operation
  const sources = output.flatMap((field) =>
    typeof field === 'string' ? [{ name: field, path: field }] : 'from' in field ? [{ name: field.name, path: field.from }] : [],
  )
  return new Map(
    sources.flatMap(({ name, path }) => {
      const type = fieldAt(entity, path, platform)?.type
      return type === undefined ? [] : [[name, type] as const]
    }),
  )
}

/** The field at the end of a path through refs. */
function fieldAt(entityId: string, path: string, platform: Platform): EntityField | undefined {
  const [first = '', ...rest] = path.split('.')
  const field = entityField(platform.get('entity', entityId), first)
  if (rest.length === 0) return field
  return field?.entity ? fieldAt(field.entity, rest.join('.'), platform) : undefined
}
