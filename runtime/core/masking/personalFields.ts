/** Which fields of a form are personal: a keyword document with `mask` makes every field personal that names the keyword as its rule or format, or has one
 *  of its `controls`. Follows from the form version alone, so that older versions and forms that organisers design are no exception. Beside them a form
 *  can mark fields by `x-personal`. */
import type { FormField, KeywordDocument, Mask } from '../documents.ts'
import type { Platform } from '../platform.ts'

export interface Masks {
  byKeyword: ReadonlyMap<string, Mask>
  byControl: ReadonlyMap<string, Mask>
}

/** Of an answer of no known kind. */
const ANY: Mask = { start: 1, end: 1 }

const known = new WeakMap<Platform, Masks>()

/** How the fields of a platform are masked, by keyword. Computed once per platform. */
export function masksOf(platform: Platform): Masks {
  const masks = known.get(platform) ?? collect(platform.documents.keyword.values())
  known.set(platform, masks)
  return masks
}

function collect(keywords: Iterable<KeywordDocument>): Masks {
  const personal = [...keywords].flatMap(({ keyword, controls = [], mask }) => (mask ? [{ keyword, controls, mask }] : []))
  return {
    byKeyword: new Map(personal.map(({ keyword, mask }) => [keyword, mask])),
    byControl: new Map(personal.flatMap(({ controls, mask }) => controls.map((control) => [control, mask] as const))),
  }
}

/** Parts of a schema that speak of the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'] as const

/** Null for a field that is not personal. Of several masks the first keyword's counts. */
export function fieldMask(field: FormField, masks: Masks): Mask | null {
  for (const [keyword, mask] of masks.byKeyword) if (field[keyword] !== undefined || field.format === keyword) return mask
  const ofControl = masks.byControl.get(field['x-widget'] ?? '')
  if (ofControl) return ofControl
  for (const part of SAME_VALUE)
    for (const schema of [field[part] ?? []].flat() as FormField[]) {
      const mask = fieldMask(schema, masks)
      if (mask) return mask
    }
  return field['x-personal'] ? ANY : null
}

/** Whether the field or something in it is personal. */
export function holdsPersonal(field: FormField, masks: Masks): boolean {
  if (fieldMask(field, masks)) return true
  const inner = [...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])]
  return inner.some((each) => holdsPersonal(each, masks))
}

/** Whether a path into answers leads to something personal: to it, into it, or to a group that holds it. Steps into lists are numbers. */
export function leadsToPersonal(form: { properties?: Record<string, FormField> }, steps: readonly string[], masks: Masks): boolean {
  let field: FormField = form
  for (const step of steps) {
    if (fieldMask(field, masks)) return true
    const next: FormField | undefined = field.items ?? (Object.hasOwn(field.properties ?? {}, step) ? field.properties![step] : undefined)
    if (next === undefined) return false
    field = next
  }
  return holdsPersonal(field, masks)
}

/** Names of the personal fields of a form, `members.idNumber` for one of a repeat group. */
export function personalPaths(form: { properties?: Record<string, FormField> }, masks: Masks, prefix = ''): string[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name
    if (fieldMask(field, masks) || (field.items && fieldMask(field.items, masks))) return [path]
    return [...personalPaths(field, masks, `${path}.`), ...(field.items ? personalPaths(field.items, masks, `${path}.`) : [])]
  })
}
