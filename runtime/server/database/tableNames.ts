/** Names and fields of tables, as statements write them. */
import type { EntityDocument, EntityField } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'

export { tableName } from '../../core/tableName.ts'

/** Quotes an identifier. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
/** Column of the kernel beside a counter that indexes name: how many steps of a tenth it has made, so that it seldom changes. */
export function stepColumn(counter: string): string {
  return `_${counter}_step`
}
/** Quotes a string literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Fields every entity has beside its own. */
export const IMPLIED_FIELDS: Readonly<Record<string, EntityField>> = {
  id: { type: 'ref', required: true },
  createdAt: { type: 'datetime', required: true, default: { cel: 'now' } },
  updatedAt: { type: 'datetime', required: true, default: { cel: 'now' } },
}

/** A field by name, implied ones included. */
export function entityField(entity: EntityDocument, name: string): EntityField | undefined {
  return Object.hasOwn(entity.fields, name) ? entity.fields[name] : Object.hasOwn(IMPLIED_FIELDS, name) ? IMPLIED_FIELDS[name] : undefined
}

/** Whether an enum field is stored as a number. */
export function enumIsInteger(field: EntityField, platform: Platform): boolean {
  return platform.get('enum', field.enum ?? '').type === 'integer'
}
