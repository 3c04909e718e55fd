/** Questions that were pasted, put into a form at one place. */
import type { FormDocument, FormField, PaletteDocument } from '../documents.ts'
import { areOffered } from './entryOfField.ts'
import { freeName } from './freeName.ts'
import type { ImportedContent } from './import/Holder.ts'
import { type Edited, type FieldPlace, insertField } from './placeFields.ts'

/** What a form for a purpose can ask; the rest is known by its name. */
export function offeredQuestions(
  content: ImportedContent,
  palette: PaletteDocument,
  purpose: string | undefined,
): { content: ImportedContent; left: FormField[] } {
  const { schema } = content
  const entries = Object.entries(schema.properties)
  const offered = entries.filter(([, field]) => areOffered(palette, [field], purpose))
  const names = new Set(offered.map(([name]) => name))
  return {
    content: {
      ...content,
      schema: { ...schema, properties: Object.fromEntries(offered), required: (schema.required ?? []).filter((name) => names.has(name)) },
    },
    left: entries.filter(([name]) => !names.has(name)).map(([, field]) => field),
  }
}

/** The questions in their order, one behind the other; their sections become sections behind the one of the place. Inside of a group they are fields of the group. */
export function insertQuestions(form: FormDocument, place: FieldPlace, { schema, sections = [] }: ImportedContent): Edited {
  const used = sections.filter(({ id }) => Object.values(schema.properties).some((field) => field['x-section'] === id))
  const { form: prepared, ids } = place.holder === '/schema' ? withSections(form, place, used) : { form, ids: new Map<string, string>() }
  let current = prepared
  const select: string[] = []
  for (const [name, { 'x-section': own, ...field }] of Object.entries(schema.properties)) {
    const at = { ...place, section: ids.get(own ?? '') ?? place.section }
    const edited = insertField(current, at, { name, field, required: schema.required?.includes(name) === true })
    current = edited.form
    select.push(...edited.select)
  }
  return { form: current, select }
}

type Sections = NonNullable<FormDocument['sections']>

function withSections(
  form: FormDocument,
  { step, section }: FieldPlace,
  added: Sections,
): { form: FormDocument; ids: Map<string, string> } {
  const before = form.sections ?? []
  const ids = new Map<string, string>()
  const taken = before.map(({ id }) => id)
  const made = added.map(({ id, title }) => {
    const free = freeName(id, taken)
    taken.push(free)
    ids.set(id, free)
    return { id: free, title, ...(step === null ? {} : { step }) }
  })
  if (made.length === 0) return { form, ids }
  const at = before.findIndex(({ id }) => id === section) + 1 || before.length
  return { form: { ...form, sections: [...before.slice(0, at), ...made, ...before.slice(at)] }, ids }
}
