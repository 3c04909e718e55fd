/** Forms -> `plugins/generated/forms.ts`: the answers of each shipped form. A required field may be absent all the same: it can be hidden. */
import type { FormField, JsonSchema, Text } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { compileTypes, moveRefs, shapeOf, typeName } from './schemaTypes.ts'

export async function generateForms(platform: Platform): Promise<string> {
  const definitions: Record<string, JsonSchema> = {}
  const forms: Record<string, JsonSchema> = {}
  for (const form of platform.documents.form.values()) {
    const name = `${typeName(form.id)}Answers`
    const shape = shapeOf(withoutHidden(form.schema as unknown as FormField), (field) => english(field.title as Text | undefined, platform))
    definitions[name] = moveRefs({ ...shape, description: `Answers of ${form.id}.` }, name)
    forms[form.id] = { $ref: `#/definitions/${name}` }
  }
  const root = { type: 'object', description: 'Form -> its answers.', required: Object.keys(forms), properties: forms, definitions }
  return compileTypes('FormAnswers', root)
}

/** Fields that a condition can hide are not required in the type. */
function withoutHidden(field: FormField): FormField {
  const properties = Object.entries(field.properties ?? {})
  return {
    ...field,
    ...(field.required === undefined
      ? {}
      : { required: field.required.filter((name) => field.properties?.[name]?.['x-visibleWhen'] === undefined) }),
    ...(field.properties === undefined
      ? {}
      : { properties: Object.fromEntries(properties.map(([name, inner]) => [name, withoutHidden(inner)])) }),
    ...(field.items === undefined ? {} : { items: withoutHidden(field.items) }),
  }
}

/** The English of a text, for comments and names. */
export function english(text: Text | undefined, platform: Platform): string | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string') return platform.texts.en[text.slice(1)]
  return 'text' in text ? english(text.text, platform) : text.en
}
