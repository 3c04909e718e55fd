/** Which format a parsed text is, by its marks alone: words that only this format has, at the place where it has them. What has no marks is refused by
 *  name, so that a stray `type` never makes a form. */
import { isObject, type Json, list } from './reading.ts'

export const IMPORT_SOURCES = ['rjsf', 'jsonForms', 'formily', 'survey', 'formio', 'typeform', 'google', 'text'] as const
/** Words: `studio.import.source.<source>`. */
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** Formats that are recognised but cannot be read as a form. The error text, with what to do: `studio.import.refused.<format>`. */
export const REFUSED_FORMATS = [
  'office',
  'xml',
  'yaml',
  'packageJson',
  'tsconfig',
  'openapi',
  'amis',
  'uischema',
  'answers',
  'oneValue',
  'noFields',
  'list',
  'plain',
  'json',
  'empty',
] as const
export type RefusedFormat = (typeof REFUSED_FORMATS)[number]

export type Detected = { source: Exclude<ImportSource, 'text'> } | { refused: RefusedFormat }

const LAYOUTS = new Set(['VerticalLayout', 'HorizontalLayout', 'Group', 'Categorization', 'Category', 'Control', 'Label', 'ListWithDetail'])
const VALUE_KEYS = ['type', 'enum', 'const', '$ref', 'oneOf', 'anyOf', 'allOf', 'properties', 'items', 'title', 'format']
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

export function detectFormat(value: unknown): Detected {
  if (Array.isArray(value)) return { refused: 'list' }
  if (!isObject(value)) return { refused: 'plain' }
  if (Object.keys(value).length === 0) return { refused: 'empty' }
  for (const [source, matches] of FORMATS) if (matches(value)) return { source }
  return { refused: refusedAs(value) }
}

const FORMATS: [Exclude<ImportSource, 'text'>, (value: Json) => boolean][] = [
  ['google', isGoogle],
  ['typeform', isTypeform],
  ['formio', isFormio],
  ['survey', isSurvey],
  ['formily', (value) => isFormily(isObject(value.schema) ? value.schema : value)],
  ['jsonForms', (value) => isObject(value.schema) && isObject(value.uischema) && LAYOUTS.has(String(value.uischema.type))],
  ['rjsf', isRjsf],
]

function isGoogle(value: Json): boolean {
  const kinds = ['questionItem', 'questionGroupItem', 'pageBreakItem', 'textItem', 'imageItem', 'videoItem']
  return list(value.items).some((item) => isObject(item) && kinds.some((kind) => kind in item))
}

const TYPEFORM_TYPES =
  /^(short_text|long_text|multiple_choice|picture_choice|dropdown|email|number|date|yes_no|legal|file_upload|opinion_scale|rating|website|phone_number|statement|group|inline_group|payment|matrix|ranking|nps|contact_info|address|calendly)$/

function isTypeform(value: Json): boolean {
  const fields = list(value.fields).filter(isObject)
  return (
    fields.length > 0 &&
    fields.every((field) => TYPEFORM_TYPES.test(String(field.type))) &&
    ('welcome_screens' in value ||
      'thankyou_screens' in value ||
      fields.some((field) => 'ref' in field || 'properties' in field || 'validations' in field))
  )
}

function isFormio(value: Json): boolean {
  return list(value.components).some(
    (part) => isObject(part) && typeof part.type === 'string' && ('key' in part || 'components' in part || 'columns' in part),
  )
}

/** Pages of elements; elements and questions with a type and a name of their own. */
function isSurvey(value: Json): boolean {
  const isElement = (part: unknown) =>
    isObject(part) && typeof part.type === 'string' && (typeof part.name === 'string' || part.type === 'html')
  const holds = (part: unknown) =>
    isObject(part) && [part.elements, part.questions].some((each) => Array.isArray(each) && (each.length === 0 || each.some(isElement)))
  return (
    list(value.pages).some(holds) ||
    (!LAYOUTS.has(String(value.type)) && holds(value) && [...list(value.elements), ...list(value.questions)].length > 0)
  )
}

/** Whether the schema names Formily components or has `void` nodes, at any depth. */
function isFormily(schema: Json, depth = 0): boolean {
  if (depth > 12) return false
  if ('x-component' in schema || 'x-decorator' in schema || 'x-reactions' in schema || schema.type === 'void') return true
  const inner = [...Object.values(isObject(schema.properties) ? schema.properties : {}), schema.items]
  return inner.some((part) => isObject(part) && isFormily(part, depth + 1))
}

/** `{ schema, uiSchema }`, a JSON Schema that says so, or a schema of an object whose properties are schemas. */
function isRjsf(value: Json): boolean {
  if (isObject(value.schema) && isWithoutFields(value.schema)) return false
  if (isObject(value.schema) && ('uiSchema' in value || 'formData' in value)) return isSchemaOfValue(value.schema)
  if (isObject(value.schema) && isObjectSchema(value.schema)) return true
  return isObjectSchema(value) || (saysSchema(value) && isSchemaOfValue(value) && value.type === undefined)
}

function isObjectSchema(value: Json): boolean {
  if (value.type !== undefined && value.type !== 'object' && !list(value.type).includes('object')) return false
  const properties = isObject(value.properties) ? Object.values(value.properties) : []
  if (properties.length > 0) return properties.every((part) => typeof part === 'boolean' || (isObject(part) && isSchemaOfValue(part, true)))
  const branches = [...list(value.oneOf), ...list(value.anyOf), ...list(value.allOf)]
  if (value.type === 'object') return branches.length > 0 || typeof value.$ref === 'string' || isObject(value.if)
  const hasDefinitions = isObject(value.definitions) || isObject(value.$defs)
  return hasDefinitions && (typeof value.$ref === 'string' || branches.length > 0)
}

const OBJECT_KEYS =
  /^(\$\w+|id|type|title|description|default|examples|properties|required|additionalProperties|patternProperties|propertyNames|minProperties|maxProperties|definitions)$/

/** A schema of an object that names none of its properties. */
function isWithoutFields(value: Json): boolean {
  const isEmpty = value.properties === undefined || (isObject(value.properties) && Object.keys(value.properties).length === 0)
  return value.type === 'object' && isEmpty && Object.keys(value).every((key) => OBJECT_KEYS.test(key))
}

function saysSchema(value: Json): boolean {
  return typeof value.$schema === 'string' && value.$schema.includes('json-schema.org')
}

function isSchemaOfValue(value: Json, orEmpty = false): boolean {
  const types = value.type === undefined ? [] : [value.type].flat()
  return (
    types.every((type) => TYPES.has(String(type))) &&
    (VALUE_KEYS.some((key) => key in value) || (orEmpty && Object.keys(value).length === 0))
  )
}

function refusedAs(value: Json): RefusedFormat {
  if (LAYOUTS.has(String(value.type)) && (Array.isArray(value.elements) || 'scope' in value)) return 'uischema'
  if ('openapi' in value || 'swagger' in value || 'asyncapi' in value) return 'openapi'
  if (typeof value.name === 'string' && ['dependencies', 'devDependencies', 'scripts', 'main', 'engines'].some((key) => key in value))
    return 'packageJson'
  if (isObject(value.compilerOptions)) return 'tsconfig'
  if (typeof value.type === 'string' && (Array.isArray(value.body) || Array.isArray(value.controls))) return 'amis'
  if (isObject(value.data) && ('submissionId' in value || 'metadata' in value)) return 'answers'
  if (Array.isArray(value.responses) || Array.isArray(value.answers) || Array.isArray(value.form_response)) return 'answers'
  if (isWithoutFields(value) || (isObject(value.schema) && isWithoutFields(value.schema))) return 'noFields'
  return typeof value.type === 'string' && value.type !== 'object' && TYPES.has(value.type) ? 'oneValue' : 'json'
}
