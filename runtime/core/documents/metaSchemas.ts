/** The meta-schemas of `schemas/kinds/`, used both by editors and for validation. They are part of the kernel, which defines the kinds. */
import action from '../../../schemas/kinds/action.schema.json' with { type: 'json' }
import addition from '../../../schemas/kinds/addition.schema.json' with { type: 'json' }
import app from '../../../schemas/kinds/app.schema.json' with { type: 'json' }
import call from '../../../schemas/kinds/call.schema.json' with { type: 'json' }
import common from '../../../schemas/kinds/common.schema.json' with { type: 'json' }
import dataset from '../../../schemas/kinds/dataset.schema.json' with { type: 'json' }
import entity from '../../../schemas/kinds/entity.schema.json' with { type: 'json' }
import enumeration from '../../../schemas/kinds/enum.schema.json' with { type: 'json' }
import feature from '../../../schemas/kinds/feature.schema.json' with { type: 'json' }
import flow from '../../../schemas/kinds/flow.schema.json' with { type: 'json' }
import form from '../../../schemas/kinds/form.schema.json' with { type: 'json' }
import fragment from '../../../schemas/kinds/fragment.schema.json' with { type: 'json' }
import keyword from '../../../schemas/kinds/keyword.schema.json' with { type: 'json' }
import menu from '../../../schemas/kinds/menu.schema.json' with { type: 'json' }
import nodes from '../../../schemas/kinds/nodes.schema.json' with { type: 'json' }
import page from '../../../schemas/kinds/page.schema.json' with { type: 'json' }
import palette from '../../../schemas/kinds/palette.schema.json' with { type: 'json' }
import print from '../../../schemas/kinds/print.schema.json' with { type: 'json' }
import resource from '../../../schemas/kinds/resource.schema.json' with { type: 'json' }
import role from '../../../schemas/kinds/role.schema.json' with { type: 'json' }
import service from '../../../schemas/kinds/service.schema.json' with { type: 'json' }
import settings from '../../../schemas/kinds/settings.schema.json' with { type: 'json' }
import skin from '../../../schemas/kinds/skin.schema.json' with { type: 'json' }
import table from '../../../schemas/kinds/table.schema.json' with { type: 'json' }
import template from '../../../schemas/kinds/template.schema.json' with { type: 'json' }
import texts from '../../../schemas/kinds/texts.schema.json' with { type: 'json' }
import timer from '../../../schemas/kinds/timer.schema.json' with { type: 'json' }

/** The part of draft 7 that meta-schemas use, and the annotations that the walker and the linker read. */
export interface MetaSchema {
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  $ref?: string
  allOf?: MetaSchema[]
  anyOf?: MetaSchema[]
  /** Only `{ required: [one key] }` each: exactly one of the keys. */
  oneOf?: { required: string[] }[]
  if?: MetaSchema
  then?: MetaSchema
  properties?: Record<string, MetaSchema>
  required?: string[]
  additionalProperties?: boolean | MetaSchema
  propertyNames?: MetaSchema
  minProperties?: number
  items?: MetaSchema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  definitions?: Record<string, MetaSchema>
  /** How `anyOf` is chosen: by the value of `node` or `kind`, or (`key`) by which first key is there. */
  'x-discriminator'?: string
  /** What the value means to the linker: text, cel, value, permission, address, route, errorCode, jsonSchema, pattern ... */
  'x-mark'?: string
  /** Names of short forms (see runtime/core/language) in which the value may be written. */
  'x-short'?: string | string[]
  /** Kind of document whose id the value is. */
  'x-ref'?: string
  /** Set of names (see `Names`) the value is in. */
  default?: unknown
  'x-name'?: string
  /** Unknown keys are allowed when a keyword document declares them. */
  'x-keywords'?: boolean
  /** Words for what a pattern expects. */
  'x-expected'?: string
  /** Key -> code of the failure when it is missing, instead of KEY_MISSING. */
  'x-missingCode'?: Record<string, string>
}

/** File name in `schemas/kinds/` -> meta-schema. */
export const metaSchemas = {
  'action.schema.json': action,
  'addition.schema.json': addition,
  'app.schema.json': app,
  'call.schema.json': call,
  'common.schema.json': common,
  'entity.schema.json': entity,
  'enum.schema.json': enumeration,
  'feature.schema.json': feature,
  'flow.schema.json': flow,
  'form.schema.json': form,
  'keyword.schema.json': keyword,
  'menu.schema.json': menu,
  'nodes.schema.json': nodes,
  'page.schema.json': page,
  'fragment.schema.json': fragment,
  'palette.schema.json': palette,
  'print.schema.json': print,
  'resource.schema.json': resource,
  'role.schema.json': role,
  'service.schema.json': service,
  'settings.schema.json': settings,
  'skin.schema.json': skin,
  'table.schema.json': table,
  'template.schema.json': template,
  'texts.schema.json': texts,
  'timer.schema.json': timer,
  'dataset.schema.json': dataset,
} as unknown as Readonly<Record<string, MetaSchema>>

/** A meta-schema and the file it stands in: `$ref`s are relative to it. */
export interface Located {
  schema: MetaSchema
  file: string
}

/** Each schema is in one file. */
const resolved = new WeakMap<MetaSchema, Located>()

/** Follows `$ref`s to the end. @throws Error when a meta-schema refers to nothing (a mistake of the kernel) */
export function resolveMeta(at: Located): Located {
  if (at.schema.$ref === undefined) return at
  const known = resolved.get(at.schema)
  if (known !== undefined) return known
  const [file = '', fragment = ''] = at.schema.$ref.split('#')
  let schema: unknown = metaSchemas[file || at.file]
  for (const step of fragment.split('/').slice(1)) schema = (schema as Record<string, unknown> | undefined)?.[step]
  if (schema === undefined) throw new Error(`schemas/kinds/${at.file} refers to ${at.schema.$ref}, which does not exist`)
  const located = resolveMeta({ schema: schema as MetaSchema, file: file || at.file })
  resolved.set(at.schema, located)
  return located
}
