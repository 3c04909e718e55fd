/** What the panel of a part asks, drawn from the meta-schemas: a key of a field -> a plain schema and the sort of editor that fits it. */

import { type MetaSchema, metaSchemas, resolveMeta } from '../documents/metaSchemas.ts'
import type { ControlSetting, FormField, KeywordDocument, PaletteDocument, Text } from '../documents.ts'
import { controlName } from '../form/controlName.ts'
import { holdsFields } from '../form/holdsFields.ts'

/** text: both languages; colour: one that is picked; cel: a rule; options: a list to choose from; permission: codes; access: who may; words: a list of texts; reference: the id of a document of the kind in x-ref; bytes: a size that is typed in MB; score, quiz: right answers and points; plain: what its schema says. */
export type PanelEditor =
  | 'text'
  | 'colour'
  | 'cel'
  | 'options'
  | 'permission'
  | 'access'
  | 'words'
  | 'reference'
  | 'bytes'
  | 'score'
  | 'quiz'
  | 'plain'
  | 'json'

export interface PanelKey {
  key: string
  editor: PanelEditor
  /** Draft 7, without references. */
  schema: Record<string, unknown>
  /** Its name, where the key alone does not say it: English of the meta-schema, or a text of a document. */
  title?: Text
  /** What it is for; as `title`. */
  help?: Text
  /** What counts while it is absent. */
  initial?: unknown
  /** Names of its values, where a document has them. */
  choices?: readonly { value: string; label: Text }[]
}

/** Where a part's keys are described. */
export type PanelSubject = 'field' | 'section' | 'step' | 'form'

/** @returns null for a key that neither the meta-schema nor a keyword document describes */
export function panelKey(subject: PanelSubject, key: string, keywords: readonly KeywordDocument[]): PanelKey | null {
  const schema = propertiesOf(subject)[key]
  if (schema) return describeKey(key, schema)
  const keyword = subject === 'field' ? keywords.find((each) => each.keyword === key) : undefined
  return keyword
    ? { ...askKey(key, keyword.value as MetaSchema, keyword.value as MetaSchema), ...defined({ title: keyword.title, help: keyword.help }) }
    : null
}

function propertiesOf(subject: PanelSubject): Record<string, MetaSchema> {
  if (subject === 'field') return metaSchemas['common.schema.json']?.definitions?.formField?.properties ?? {}
  const form = metaSchemas['form.schema.json']?.properties ?? {}
  return subject === 'form' ? form : (form[`${subject}s`]?.items?.properties ?? {})
}

/** One key as a panel asks it. @param file  the meta-schema in which its references are meant */
export function describeKey(key: string, schema: MetaSchema, file = 'common.schema.json'): PanelKey {
  const wrapped = schema.allOf?.length === 1 ? (schema.allOf[0] as MetaSchema) : schema
  const { schema: found } = resolveMeta({ schema: wrapped, file })
  const words = {
    title: schema.title ?? wrapped.title,
    help: schema.description ?? found.description,
    initial: schema.default,
  }
  return { ...askKey(key, wrapped, found), ...defined(words) }
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Keys whose editor no schema could say. */
const EDITORS: Readonly<Record<string, PanelEditor>> = { 'x-score': 'score', quiz: 'quiz', maxBytes: 'bytes' }

function askKey(key: string, wrapped: MetaSchema, found: MetaSchema): PanelKey {
  if (EDITORS[key]) return { key, editor: EDITORS[key], schema: { type: found.type === 'integer' ? 'integer' : 'object' } }
  const reference = wrapped.$ref?.split('/').at(-1)
  if (found['x-mark'] === 'text') return { key, editor: 'text', schema: { type: 'object' } }
  if (found['x-mark'] === 'cel') return { key, editor: 'cel', schema: { type: 'object' } }
  if (found.pattern === COLOUR) return { key, editor: 'colour', schema: { type: 'string' } }
  if (reference === 'options') return { key, editor: 'options', schema: { type: 'array' } }
  if (reference === 'permission') return { key, editor: 'permission', schema: { type: 'object' } }
  if (reference === 'access') return { key, editor: 'access', schema: {} }
  const of = found['x-ref']
  if (of !== undefined && found.type === 'string') return { key, editor: 'reference', schema: { type: 'string', 'x-ref': of } }
  return plain(key, found)
}

/** A colour with its six digits. */
const COLOUR = '^#[0-9a-fA-F]{6}$'
const KEPT = ['type', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'pattern'] as const

function plain(key: string, found: MetaSchema): PanelKey {
  if (found.const === true) return { key, editor: 'plain', schema: { type: 'boolean' } }
  if (found.type === 'array' && found.items?.type === 'string')
    return { key, editor: 'words', schema: { type: 'array', items: { type: 'string' } } }
  if (typeof found.const === 'string') return { key, editor: 'plain', schema: { type: 'string', enum: [found.const] } }
  const isPlain =
    found.enum !== undefined || (typeof found.type === 'string' && ['string', 'number', 'integer', 'boolean'].includes(found.type))
  if (!isPlain) return { key, editor: 'json', schema: {} }
  const schema = Object.fromEntries(KEPT.filter((name) => found[name] !== undefined).map((name) => [name, found[name]]))
  return { key, editor: 'plain', schema: found.type === undefined ? { type: 'string', ...schema } : schema }
}

/** Before the name of a setting, where a panel asks for it beside the keys of the field. */
export const SETTING = 'x-props/'

/** What the palette asks of the control of a field. */
export function controlSettings({ controls = [] }: PaletteDocument, field: FormField): readonly ControlSetting[] {
  const name = holdsFields(field) === 'repeat' ? 'repeat' : controlName(field)
  return controls.find(({ widget }) => widget === name)?.settings ?? []
}

/** One setting as a panel asks it. */
export function settingKey({ key, title, description, text, values, schema }: ControlSetting): PanelKey {
  const words = defined({ title, help: description, choices: values })
  return { ...askSetting(`${SETTING}${key}`, text, values !== undefined, (schema ?? {}) as MetaSchema), ...words }
}

function askSetting(key: string, isText: true | undefined, isChoice: boolean, schema: MetaSchema): PanelKey {
  if (isText) return { key, editor: 'text', schema: { type: 'object' } }
  return isChoice ? { key, editor: 'plain', schema: { type: 'string' } } : askKey(key, schema, schema)
}
