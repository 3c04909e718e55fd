/** Names of the output fields of a call that hold amounts of money, by the entities that they come from. */
import type { CallDocument, EntityField } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableModel.ts'

export function moneyFields({ operation, output }: CallDocument, platform: Platform): ReadonlySet<string> {
  if (!operation || !('entity' in operation) || !Array.isArray(output)) return new Set()
  const { entity } = operation
  const sources = output.flatMap((field) =>
    typeof field === 'string' ? [{ name: field, path: field }] : 'from' in field ? [{ name: field.name, path: field.from }] : [],
  )
  return new Set(sources.filter(({ path }) => fieldAt(entity, path, platform)?.type === 'money').map(({ name }) => name))
}

/** The field at the end of a path through refs. */
function fieldAt(entityId: string, path: string, platform: Platform): EntityField | undefined {
  const [first = '', ...rest] = path.split('.')
  const field = entityField(platform.get('entity', entityId), first)
  if (rest.length === 0) return field
  return field?.entity ? fieldAt(field.entity, rest.join('.'), platform) : undefined
}
