/** Takes out of a form what a person may not read, before the form leaves the server. */
import type { FormDocument, FormField } from '../documents.ts'
import { holdsPermission } from '../permissions.ts'

/** @returns the same document when nothing had to go */
export function pruneForm(form: FormDocument, permissions: Iterable<string>): FormDocument {
  const whole: FormField = { ...form.schema }
  const schema = prune(whole, new Set(permissions))
  return schema === whole ? form : { ...form, schema: schema as unknown as FormDocument['schema'] }
}

function prune(field: FormField, codes: ReadonlySet<string>): FormField {
  const properties = field.properties && pruneProperties(field.properties, codes)
  const items = field.items && prune(field.items, codes)
  if (properties === field.properties && items === field.items) return field
  const pruned: FormField = { ...field }
  if (items) pruned.items = items
  if (properties) {
    pruned.properties = properties
    if (field.required) pruned.required = field.required.filter((name) => name in properties)
  }
  return pruned
}

function pruneProperties(properties: Record<string, FormField>, codes: ReadonlySet<string>): Record<string, FormField> {
  let changed = false
  const kept: Record<string, FormField> = {}
  for (const [name, field] of Object.entries(properties)) {
    const readers = field['x-readers']
    const pruned = readers && !holdsPermission(codes, readers) ? null : prune(field, codes)
    if (pruned) kept[name] = pruned
    if (pruned !== field) changed = true
  }
  return changed ? kept : properties
}
