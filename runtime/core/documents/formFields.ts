/** The fields of a form document with their places: flattened, parents first. */
import type { FormDocument, FormField } from '../documents.ts'
import { pointer } from './failure.ts'

/** One field and where it stands. */
export interface PlacedField {
  name: string
  field: FormField
  /** JSON Pointer into the document. */
  path: string
  /** The fields beside it, itself included. */
  siblings: Readonly<Record<string, FormField>>
  /** The fields of the innermost repeat row it stands in: `item`. */
  row: Readonly<Record<string, FormField>> | null
  /** Template path as the form logic writes it, a star for the row. */
  template: string
  required: boolean
}

/** All fields of a form. */
export function formFields(form: FormDocument): PlacedField[] {
  return fieldsOf(form.schema, '/schema', '', null)
}

function fieldsOf(
  holder: { properties?: Record<string, FormField>; required?: string[] },
  path: string,
  template: string,
  row: PlacedField['row'],
): PlacedField[] {
  const siblings = holder.properties ?? {}
  return Object.entries(siblings).flatMap(([name, field]) => {
    const here = pointer(pointer(path, 'properties'), name)
    const own = {
      name,
      field,
      path: here,
      siblings,
      row,
      template: pointer(template, name),
      required: holder.required?.includes(name) === true,
    }
    return [own, ...innerFields(own)]
  })
}

function innerFields({ field, path, template, row }: PlacedField): PlacedField[] {
  if (field.properties !== undefined) return fieldsOf(field, path, template, row)
  const { items } = field
  if (items?.properties === undefined) return []
  return fieldsOf(items, pointer(path, 'items'), pointer(template, '*'), items.properties)
}
