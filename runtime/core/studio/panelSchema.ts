/** What the panel of a part asks, drawn from the meta-schemas: a key of a field -> a plain schema and the sort of editor that fits it. */

import { type MetaSchema, metaSchemas, resolveMeta } from '../documents/meta-schemas.ts'
import type { ControlSetting, FormField, KeywordDocument, PaletteDocument } from '../documents.ts'
import { controlName } from '../form/controlName.ts'
import { holdsFields } from '../form/holdsFields.ts'

/** text: both languages; cel: a rule; options: a list to choose from; permission: codes; words: a list of texts; plain: what its schema says. */
export type PanelEditor = 'text' | 'cel' | 'options' | 'permission' | 'words' | 'plain' | 'json'

export interface PanelKey {
  key: string
  editor: PanelEditor
  /** Draft 7, without references. */
  schema: Record<string, unknown>
}

/** Where a part's keys are described. */
export type PanelSubject = 'field' | 'section' | 'step' | 'form'

/** @returns null for a key that neither the meta-schema nor a keyword document describes */
export function panelKey(subject: PanelSubject, key: string, keywords: readonly KeywordDocument[]): PanelKey | null {
  const schema = propertiesOf(subject)[key]
  if (schema) return describeKey(key, schema)
  const keyword = subject === 'field' ? keywords.find((each) => each.keyword === key) : undefined
  return keyword ? describeKey(key, keyword.value as MetaSchema) : null
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
  const reference = wrapped.$ref?.split('/').at(-1)
  if (found['x-mark'] === 'text') return { key, editor: 'text', schema: { type: 'object' } }
  if (found['x-mark'] === 'cel') return { key, editor: 'cel', schema: { type: 'object' } }
  if (reference === 'options') return { key, editor: 'options', schema: { type: 'array' } }
  if (reference === 'permission') return { key, editor: 'permission', schema: { type: 'object' } }
  return plain(key, found)
}

const KEPT = ['type', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'pattern'] as const

function plain(key: string, found: MetaSchema): PanelKey {
  if (found.const === true) return { key, editor: 'plain', schema: { type: 'boolean' } }
  if (found.type === 'array' && found.items?.type === 'string')
    return { key, editor: 'words', schema: { type: 'array', items: { type: 'string' } } }
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
export function settingKey({ key, text, values, schema }: ControlSetting): PanelKey {
  const name = `${SETTING}${key}`
  if (text) return { key: name, editor: 'text', schema: { type: 'object' } }
  return values ? { key: name, editor: 'plain', schema: { type: 'string' } } : describeKey(name, (schema ?? {}) as MetaSchema)
}
