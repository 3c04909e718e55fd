/** Takes out of a form what a person may not read, before the form leaves the server: fields of others, and for everyone what a quiz is scored by. */
import type { FormDocument, FormField } from '../documents.ts'
import { holdsPermission } from '../permissions.ts'

/** @returns the same document when nothing had to go */
export function pruneForm(form: FormDocument, permissions: Iterable<string>): FormDocument {
  const whole: FormField = { ...form.schema }
  const schema = prune(whole, new Set(permissions))
  const { quiz, ...rest } = form
  return schema === whole && quiz === undefined ? form : { ...rest, schema: schema as unknown as FormDocument['schema'] }
}

function prune(field: FormField, codes: ReadonlySet<string>): FormField {
  const properties = field.properties && pruneProperties(field.properties, codes)
  const items = field.items && prune(field.items, codes)
  const { 'x-score': score, ...open } = field
  if (properties === field.properties && items === field.items && score === undefined) return field
  const pruned: FormField = open
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
