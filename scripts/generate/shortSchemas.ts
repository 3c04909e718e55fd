/** The meta-schemas as editors get them: documents as they are written, in short forms or long, without what their path says. */
import { metaSchemas } from '../../runtime/core/documents/metaSchemas.ts'
import { printJson } from '../../runtime/core/documents/printJson.ts'
import { NESTED_KINDS } from '../../runtime/core/language/nestedForm.ts'
import { operationKeys, RENAMED } from '../../runtime/core/language/operationKeys.ts'
import short from '../../schemas/kinds/short.schema.json' with { type: 'json' }

type Schema = Record<string, unknown>
const SHORT = 'short.schema.json'
const PATH = '^([A-Z]+(\\|[A-Z]+)* )?[\\w.-]+(/:?[\\w.-]+)*$'
/** Keys that follow from the path of the file. */
const GIVEN = ['$schema', 'id', 'version']

/** Keys of another document of the same kind; what is taken need not be written. */
const TAKEN = { '^\\.\\.\\.': { description: 'Keys that the document of this id has as well.', type: 'array', items: { type: 'string' } } }

/** A document with such a key. */
const TAKES = { required: ['title'], not: { propertyNames: { pattern: '^(?!\\.\\.\\.)' } } }

/** File name -> schema. Every reference stays within these files. */
export function shortSchemas(): Map<string, Schema> {
  const files = new Map<string, Schema>([[SHORT, withForms(short as Schema)]])
  for (const [file, schema] of Object.entries(metaSchemas)) files.set(file, documentSchema(schema as Schema))
  for (const kind of NESTED_KINDS) nameable(files.get(`${kind}.schema.json`) as Schema)
  return files
}

/** The same as texts, one line a schema where that fits. */
export function shortSchemaFiles(folder: string): [file: string, text: string][] {
  return [...shortSchemas()].map(([file, schema]) => [`${folder}/${file}`, `${printJson(schema, { open: true })}\n`])
}

function documentSchema(schema: Schema): Schema {
  const opened = open(schema) as Schema
  const { anyOf, required, ...rest } = opened
  const asked = (required as string[] | undefined)?.filter((key) => !GIVEN.includes(key))
  if (anyOf !== undefined) return opened
  const frame = asked === undefined ? {} : { anyOf: [{ required: asked }, TAKES] }
  return { ...rest, patternProperties: TAKEN, ...frame }
}

/** Short forms that leave out a type which follows from the rest. */
const IMPLIED: ReadonlySet<string> = new Set(['answers', 'codes', 'field'])

/** What is written where it would be named says its name. */
function nameable(schema: Schema): void {
  const name = { description: 'Name of a document that is written where it would be named: its id is <area>.<name>.', type: 'string' }
  schema.properties = { as: name, ...(schema.properties as Schema) }
}

const isNestedKind = (kind: unknown): kind is string => typeof kind === 'string' && NESTED_KINDS.has(kind)

/** The id of a document, or the document. */
function namedOrNested(id: Schema, kind: string): Schema {
  return { anyOf: [id, { allOf: [{ $ref: `${kind}.schema.json` }], required: ['as'] }] }
}

/** A schema that also takes the short forms which `x-short` names and nested documents, at every place. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open)
  if (typeof value !== 'object' || value === null) return value
  const { 'x-short': names, ...schema } = value as Schema
  if (isNestedKind(schema['x-ref']) && schema.type === 'string') return namedOrNested(schema, schema['x-ref'])
  const opened: Schema = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, open(inner)]))
  if (names === undefined) return opened
  if (IMPLIED.has(String(names))) return { ...opened, required: (opened.required as string[]).filter((key) => key !== 'type') }
  const { $schema, title, description, definitions, ...long } = opened
  const frame = Object.fromEntries(Object.entries({ $schema, title, description, definitions }).filter(([, inner]) => inner !== undefined))
  const required = (long.required as string[] | undefined)?.filter((key) => !GIVEN.includes(key))
  const forms = [names].flat().map((name) => ({ $ref: `${SHORT}#/definitions/${name}` }))
  return { ...frame, anyOf: [...forms, required === undefined ? long : { ...long, required }] }
}

/** References within a file, as another file writes them. */
function from(file: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => from(file, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && String(inner).startsWith('#') ? `${file}${inner}` : from(file, inner),
    ]),
  )
}

/** The forms that are objects like the long ones say their keys. */
function withForms(schema: Schema): Schema {
  const definitions = schema.definitions as Record<string, Schema>
  return {
    ...schema,
    definitions: {
      ...definitions,
      call: { ...definitions.call, ...callKeys() },
      member: { ...definitions.member, ...memberKeys() },
      action: { ...definitions.action, ...actionKeys() },
    },
  }
}

function callKeys(): Schema {
  const own = metaSchemas['call.schema.json']?.properties ?? {}
  const branches = metaSchemas['call.schema.json']?.definitions?.operation?.anyOf ?? []
  const properties: Schema = { ...(open(own) as Schema) }
  properties.path = { description: 'Methods and path: POST|GET api/notes/:id.', type: 'string', pattern: PATH }
  const shape = { $ref: `${SHORT}#/definitions/shape` }
  properties.input = { anyOf: [shape, properties.input] }
  for (const { properties: keys = {} } of branches)
    for (const [key, schema] of Object.entries(keys)) if (!(key in own)) properties[RENAMED[key] ?? key] ??= open(schema)
  for (const { kind } of operationKeys()) {
    const entity = { description: `Operation ${kind}: id of an entity document; of a transition: flow and transition.`, type: 'string' }
    properties[kind] = properties[kind] === undefined || kind === 'transition' ? entity : { anyOf: [entity, properties[kind]] }
  }
  return from('call.schema.json', {
    required: ['title'],
    // an inner call has no address; a figure has the access of its dataset
    allOf: [{ anyOf: [{ required: ['path'] }, { required: ['inner'] }] }, { anyOf: [{ required: ['access'] }, { required: ['figure'] }] }],
    properties,
    patternProperties: TAKEN,
    additionalProperties: false,
  }) as Schema
}

/** What a resource says is not asked of its calls. */
function memberKeys(): Schema {
  const { properties, patternProperties } = callKeys() as { properties: Schema; patternProperties: Schema }
  const own: Schema = { ...properties }
  own.path = { description: 'Methods, and the address, which may begin with that of the resource: POST ./send.', type: 'string' }
  own.kind = { description: 'Operation on the entity of the resource.', type: 'string' }
  own.log = { anyOf: [properties.log, { const: true }, { $ref: 'common.schema.json#/definitions/text' }] }
  own.export = { anyOf: [properties.export, { description: 'A call that exports these rows.', type: 'object' }] }
  for (const key of ['where', 'by', 'output']) own[key] = { anyOf: [properties[key], { description: 'None.', type: 'null' }] }
  return { properties: own, patternProperties, additionalProperties: false }
}

function actionKeys(): Schema {
  const step = (key: string): unknown => ({ $ref: `common.schema.json#/definitions/${key}` })
  const { dialog, confirm, ...own } = (metaSchemas['action.schema.json']?.properties ?? {}) as Schema
  const text = step('text')
  const { required: _, ...asking } = open(dialog) as Schema
  const properties = {
    ...(open(own) as Schema),
    dialog: {
      anyOf: [
        namedOrNested({ description: 'Form of a dialog that has the title of the action.', type: 'string' }, 'form'),
        { ...asking, required: ['form'] },
      ],
    },
    confirm: { anyOf: [text, open(confirm)] },
    call: { description: 'Call to make.', type: 'string' },
    download: { description: 'Call that answers with a file, or makes one in the background.', type: 'string' },
    input: step('values'),
    as: { description: 'Name under which the data are in scope of what follows.', type: 'string' },
    progress: { description: 'Follow the job that the call starts, with a progress bar.', type: 'boolean' },
    failed: text,
    noError: { description: 'A failure is not told; the chain just ends.', type: 'boolean' },
    done: { description: 'Message of success.', allOf: [text] },
    close: { description: 'Drawer or dialog that is closed.', type: 'string' },
    refresh: { description: 'Sources that are asked again.', anyOf: [{ type: 'array', items: { type: 'string' } }, { enum: ['all'] }] },
    to: { description: 'Where to go then.', allOf: [step('address')] },
    replace: { description: 'Without a step in the history.', type: 'boolean' },
    newTab: { description: 'In a new tab.', type: 'boolean' },
  }
  return { required: ['label'], properties, additionalProperties: false }
}
