/** Every text of a form that people read, in both languages, with its place: titles, explanations, placeholders, options, steps, sections, the button.
 *  For the translation tab, its table in and out, and the check for missing translations. */
import { pointer } from '../documents/failure.ts'
import type { FormDocument, FormField, LocalText, Options, Text } from '../documents.ts'

export const TEXT_ROLES = ['title', 'description', 'placeholder', 'option', 'button', 'setting'] as const
export type TextRole = (typeof TEXT_ROLES)[number]

export interface FormText {
  /** JSON Pointer of the text in the document. */
  path: string
  /** Text by keys of locale files are not among them: they are translated there. */
  text: LocalText
  role: TextRole
  /** Steps of names to the field: `["members", "name"]`; empty for the form and its parts. */
  owner: readonly string[]
  /** Written as one string for both languages: translating it makes two of it. */
  isShared: boolean
}

export function formTexts(form: FormDocument): FormText[] {
  const found: FormText[] = []
  const add = (path: string, text: unknown, role: TextRole, owner: readonly string[]) => {
    const read = readText(text)
    if (read) found.push({ path, role, owner, ...read })
  }
  add('/title', form.title, 'title', [])
  for (const key of ['steps', 'sections'] as const)
    for (const [at, part] of (form[key] ?? []).entries()) {
      add(`/${key}/${at}/title`, part.title, 'title', [])
      add(`/${key}/${at}/description`, part.description, 'description', [])
    }
  addFields(form.schema.properties, '/schema', [], add)
  add('/submitLabel', form.submitLabel, 'button', [])
  for (const [at, { text }] of (form.quiz?.results ?? []).entries()) add(`/quiz/results/${at}/text`, text, 'description', [])
  return found
}

type Add = (path: string, text: unknown, role: TextRole, owner: readonly string[]) => void

function addFields(fields: Record<string, FormField> | undefined, path: string, owner: readonly string[], add: Add): void {
  for (const [name, field] of Object.entries(fields ?? {}))
    addField(field, pointer(pointer(path, 'properties'), name), [...owner, name], add)
}

function addField(field: FormField, path: string, owner: readonly string[], add: Add): void {
  add(pointer(path, 'title'), field.title, 'title', owner)
  add(pointer(path, 'description'), field.description, 'description', owner)
  add(pointer(path, 'x-placeholder'), field['x-placeholder'], 'placeholder', owner)
  add(pointer(path, 'x-mark'), field['x-mark'], 'description', owner)
  for (const [at, { message }] of (field['x-checks'] ?? []).entries())
    add(`${pointer(path, 'x-checks')}/${at}/message`, message, 'description', owner)
  for (const [name, value] of Object.entries(field['x-props'] ?? {}))
    if (isLocalText(value)) add(pointer(pointer(path, 'x-props'), name), value, 'setting', owner)
  addOptions(field['x-options'], pointer(path, 'x-options'), owner, add)
  addFields(field.properties, path, owner, add)
  const { items } = field
  if (!items) return
  if (items.properties === undefined) addField(items, pointer(path, 'items'), owner, add)
  else addFields(items.properties, pointer(path, 'items'), owner, add)
}

function addOptions(options: Options | undefined, path: string, owner: readonly string[], add: Add): void {
  if (!Array.isArray(options)) return
  for (const [at, { label, children }] of options.entries()) {
    const here = pointer(path, at)
    add(pointer(here, 'label'), label, 'option', owner)
    addOptions(children, pointer(here, 'children'), owner, add)
  }
}

function readText(text: unknown): { text: LocalText; isShared: boolean } | null {
  if (isLocalText(text)) return { text: { zh: text.zh ?? '', en: text.en ?? '' }, isShared: false }
  if (typeof text === 'string') return text.startsWith('@') || text === '' ? null : { text: { zh: text, en: text }, isShared: true }
  if (typeof text === 'object' && text !== null && 'text' in text) return readText((text as { text: unknown }).text)
  return null
}

/** `{ zh, en }` written in place; while someone writes, one of the two may not be there yet. */
export function isLocalText(value: unknown): value is Partial<LocalText> {
  if (typeof value !== 'object' || value === null) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => (key === 'zh' || key === 'en') && typeof (value as LocalText)[key] === 'string')
}

/** A text with one language replaced, in the shape it was written in. */
export function withLanguage(text: Text, lang: 'zh' | 'en', value: string): Text {
  if (typeof text === 'string') return { zh: text, en: text, [lang]: value }
  return 'text' in text ? { ...text, text: withLanguage(text.text, lang, value) as string | LocalText } : { ...text, [lang]: value }
}
