/** A whole screen over an entity that there is, as documents: a list with filters, a form in a drawer, the calls behind both and an entry of a menu. What
 *  it makes is a beginning: every document can be changed before it is published. */
import type { EntityDocument, EntityField, LocalText, MenuItem } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { textInBoth } from './textInBoth.ts'

export interface ScreenRequest {
  /** First part of the ids, and last of the address. */
  name: string
  titleZh: string
  titleEn: string
  entity: string
  columns: string[]
  filters?: string[]
  fields?: string[]
  permission: string
  menu: string
}
export interface PlannedDocument {
  kind: string
  id: string
  content: Record<string, unknown>
}

/** Kinds of field by what they can be on a screen. `form` is narrower: what needs more than a plain control is left to the person who edits the form. */
const FOR_COLUMN = ['string', 'text', 'localText', 'integer', 'number', 'money', 'boolean', 'date', 'datetime', 'enum', 'ref']
const FOR_FILTER = ['string', 'boolean', 'enum']
const FOR_FORM = ['string', 'text', 'integer', 'number', 'boolean', 'date', 'enum']

/** Fields of an entity that a new screen shows as columns, filters or form fields. */
export function fieldsFor(use: 'column' | 'filter' | 'form', { fields }: EntityDocument): string[] {
  const kinds = { column: FOR_COLUMN, filter: FOR_FILTER, form: FOR_FORM }[use]
  // what is sensitive may be written by a form, but is not shown in a list
  const isOpen = ({ computed, sensitive, mask }: EntityField) => (use === 'form' ? !computed : !sensitive && !mask)
  const fits = (field: EntityField) => kinds.includes(field.type) && isOpen(field)
  return Object.keys(fields).filter((name) => fits(fields[name]!))
}

/** Required fields that the form lacks and the table does not fill by itself: nothing could be added without them. */
export function lackingFields({ fields }: EntityDocument, chosen: readonly string[]): string[] {
  return Object.entries(fields).flatMap(([name, { required, default: given, computed }]) =>
    required && given === undefined && !computed && !chosen.includes(name) ? [name] : [],
  )
}

export function planScreen(platform: Platform, request: ScreenRequest): PlannedDocument[] {
  const entity = platform.get('entity', request.entity)
  const plan: Plan = { platform, request, entity, title: { zh: request.titleZh, en: request.titleEn } }
  const hasForm = (request.fields?.length ?? 0) > 0
  return [listCall(plan), ...(hasForm ? [createCall(plan), form(plan)] : []), table(plan), page(plan, hasForm), menu(plan)]
}

interface Plan {
  platform: Platform
  request: ScreenRequest
  entity: EntityDocument
  title: LocalText
}

function document(kind: string, id: string, title: LocalText, content: Record<string, unknown>): PlannedDocument {
  return { kind, id, content: { $schema: `../kinds/${kind}.schema.json`, id, version: 1, title, ...content } }
}

/** `Add: Letters`, in the words of the platform. */
function addTitle({ platform, title }: Plan): LocalText {
  const words = (lang: 'zh' | 'en') => (platform.texts[lang]['studioNew.addTitle'] ?? '{{title}}').replace('{{title}}', title[lang])
  return { zh: words('zh'), en: words('en') }
}

function access({ request }: Plan) {
  return { permission: request.permission }
}

function listCall(plan: Plan): PlannedDocument {
  const { request, entity } = plan
  const filters = request.filters ?? []
  const search = request.columns.filter((name) => ['string', 'text', 'localText'].includes(entity.fields[name]!.type))
  const parameters = {
    pageNum: { type: 'integer', minimum: 1 },
    pageSize: { type: 'integer', minimum: 1, maximum: 100 },
    sort: { type: 'string' },
    ...(search.length > 0 ? { search: { type: 'string', maxLength: 100 } } : {}),
    ...Object.fromEntries(filters.map((name) => [name, plainSchema(plan, name)])),
  }
  return document('call', `${request.name}.list`, plan.title, {
    method: 'GET',
    path: `api/web/${request.name}/list`,
    access: access(plan),
    input: { type: 'object', additionalProperties: false, properties: parameters },
    operation: {
      kind: 'list',
      entity: request.entity,
      ...(filters.length > 0 ? { filter: Object.fromEntries(filters.map((name) => [name, { field: name, op: 'eq' }])) } : {}),
      ...(search.length > 0 ? { search } : {}),
      sort: { fields: ['id'], default: ['-id'] },
    },
    output: ['id', ...request.columns],
  })
}

function createCall(plan: Plan): PlannedDocument {
  const { request, entity } = plan
  const fields = request.fields ?? []
  const name = addTitle(plan)
  return document('call', `${request.name}.add`, name, {
    method: 'POST',
    path: `api/web/${request.name}/add`,
    access: access(plan),
    input: {
      type: 'object',
      additionalProperties: false,
      required: fields.filter((field) => entity.fields[field]!.required),
      properties: Object.fromEntries(fields.map((field) => [field, plainSchema(plan, field)])),
    },
    operation: {
      kind: 'create',
      entity: request.entity,
      set: Object.fromEntries(fields.map((field) => [field, { cel: `input.${field}` }])),
    },
    output: ['id'],
    log: { title: name, entity: request.entity },
  })
}

function form(plan: Plan): PlannedDocument {
  const { request, entity, title } = plan
  const fields = request.fields ?? []
  const properties = fields.map((field) => [
    field,
    { ...plainSchema(plan, field), title: fieldTitle(plan, field), ...control(entity.fields[field]!) },
  ])
  return document('form', `${request.name}.add`, title, {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: fields.filter((field) => entity.fields[field]!.required),
    },
    submitLabel: '@studioNew.save',
  })
}

function table(plan: Plan): PlannedDocument {
  const { request, entity } = plan
  const searched = request.columns.some((name) => ['string', 'text', 'localText'].includes(entity.fields[name]!.type))
  return document('table', `${request.name}.list`, plan.title, {
    source: { call: `${request.name}.list` },
    columns: request.columns.map((field) => ({ field, title: fieldTitle(plan, field), ...format(entity.fields[field]!) })),
    ...(request.filters?.length
      ? {
          filters: Object.fromEntries(
            request.filters.map((name) => [
              name,
              { ...plainSchema(plan, name), title: fieldTitle(plan, name), ...control(entity.fields[name]!) },
            ]),
          ),
        }
      : {}),
    ...(searched ? { search: { parameter: 'search', placeholder: '@studioNew.search' } } : {}),
    empty: { title: '@studioNew.empty' },
  })
}

function page(plan: Plan, hasForm: boolean): PlannedDocument {
  const { request, title } = plan
  const add = { label: '@studioNew.add', icon: 'plus', tone: 'primary', steps: [{ open: 'add' }] }
  const saved = [
    { call: `${request.name}.add`, input: Object.fromEntries((request.fields ?? []).map((field) => [field, { cel: `input.${field}` }])) },
    { close: 'add' },
    { refresh: 'all' },
    { toast: 'success', text: '@studioNew.saved' },
  ]
  const drawer = {
    node: 'drawer',
    id: 'add',
    title: addTitle(plan),
    children: [{ node: 'form', form: `${request.name}.add`, submit: { label: '@studioNew.save', tone: 'primary', steps: saved } }],
  }
  return document('page', `${request.name}.index`, title, {
    routes: [`/admin/${request.name}`],
    access: access(plan),
    meta: { chrome: 'admin', wide: true },
    body: [
      { node: 'section', title, ...(hasForm ? { actions: [add] } : {}), children: [{ node: 'table', table: `${request.name}.list` }] },
      ...(hasForm ? [drawer] : []),
    ],
  })
}

/** An entry more, in the last group when the menu has groups. The menu itself stays as it is built in: later releases add to it. */
function menu({ platform, request, title }: Plan): PlannedDocument {
  const entry: MenuItem = {
    id: request.name.replaceAll('.', '-'),
    label: title,
    to: `/admin/${request.name}`,
    permission: request.permission,
    activeOn: [`/admin/${request.name}`],
  }
  const last = platform.get('menu', request.menu).items.at(-1)
  return document('menu', `${request.name}.menu`, title, {
    into: request.menu,
    ...(last?.children ? { under: last.id } : {}),
    items: [entry],
  })
}

function fieldTitle({ platform, entity }: Plan, name: string): LocalText {
  const { title } = entity.fields[name]!
  return title ? textInBoth(platform, title) : { zh: name, en: name }
}

function plainSchema({ platform, entity }: Plan, name: string): Record<string, unknown> {
  const { type, maxLength, min, max, enum: of } = entity.fields[name]!
  if (type === 'enum') return { type: platform.get('enum', of!).type }
  if (type === 'boolean') return { type: 'boolean' }
  if (type === 'date') return { type: 'string', format: 'date' }
  if (type === 'integer' || type === 'number')
    return { type, ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) }
  return { type: 'string', ...(maxLength ? { maxLength } : {}) }
}

function control({ type, enum: of }: EntityField): Record<string, unknown> {
  if (type === 'enum') return { 'x-options': { enum: of } }
  return type === 'text' ? { 'x-widget': 'textarea' } : {}
}

function format({ type, enum: of }: EntityField): Record<string, unknown> {
  if (type === 'enum') return { format: 'enum', enum: of }
  return ['money', 'boolean', 'date', 'datetime', 'number'].includes(type) ? { format: type } : {}
}
