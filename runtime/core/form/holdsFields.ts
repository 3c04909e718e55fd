/** Whether an object or array of a form holds fields of its own, or one answer that a single control owns (a file, a phone with its code). */
import type { FormField } from '../documents.ts'

/** Widgets that frame fields instead of owning a value. */
const FRAMES: readonly (string | undefined)[] = [undefined, 'section', 'repeat', 'matrix', 'localText']

/** group: an object with declared fields; repeat: an array of such objects; value: everything else. */
export function holdsFields(field: FormField): 'value' | 'group' | 'repeat' {
  if (!FRAMES.includes(field['x-widget'])) return 'value'
  if (hasAny(field.properties)) return 'group'
  return hasAny(field.items?.properties) ? 'repeat' : 'value'
}

/** Whether an answer is a stored file or a list of them: uploads, pictures of a person, and signatures that are drawn (a text is a typed one). */
export function holdsFiles(field: FormField): boolean {
  return field['x-widget'] === 'upload' || field['x-widget'] === 'picture' || (field['x-widget'] === 'signature' && field.type === 'object')
}

/** Whether an answer is formatted text: HTML, cleaned before it is checked and stored. */
export function holdsRichText(field: FormField): boolean {
  return field['x-widget'] === 'richText'
}

function hasAny(properties: Record<string, FormField> | undefined): boolean {
  return properties !== undefined && Object.keys(properties).length > 0
}
