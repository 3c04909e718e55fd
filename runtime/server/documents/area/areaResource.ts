/** The calls of a new area: its rows listed, shown, added, edited, deleted, counted and exported. */
import {
  type AreaField,
  asked,
  chartField,
  choicesName,
  columnsOf,
  entityOf,
  enumId,
  filtersOf,
  hasForm,
  isSorted,
  isWords,
  may,
  type NewArea,
  shownName,
} from './area.ts'

export function areaResource(area: NewArea) {
  const { name, title, permission, fields } = area
  const refs = filtersAndAsked(area).filter(({ type }) => type === 'ref')
  const charted = chartField(area)
  return {
    title,
    entity: entityOf(area),
    path: `api/${name}`,
    access: permission,
    output: outputOf(area.fields.filter((field) => columnsOf(area).includes(field) || (may(area, 'edit') && asked(area).includes(field)))),
    calls: {
      list: listCall(area),
      get: { title: area.words('one', area.title), output: outputOf(fields.filter(({ isGuarded }) => !isGuarded)) },
      ...(may(area, 'add') && { add: writeCall(area, 'add') }),
      ...(may(area, 'edit') && { edit: writeCall(area, 'edit') }),
      ...(may(area, 'remove') && {
        remove: { path: 'POST ./remove', title: area.words('remove', area.title), log: true },
        removeMany: removeMany(area),
      }),
      ...(charted && { count: countCall(area, charted) }),
      ...Object.fromEntries(refs.map((field) => [choicesName(field), choices(field)])),
    },
  }
}

const filtersAndAsked = (area: NewArea) => [...new Set([...filtersOf(area), ...(hasForm(area) ? asked(area) : [])])]

/** Rows that a ref may name, as options. */
const choices = (field: AreaField) => ({
  title: field.title,
  path: `GET ./${choicesName(field)}`,
  input: { 'search?': 'string ..60', 'codes?[..50]': 'string ..20' },
  operation: { kind: 'options', entity: field.entity, label: field.label ?? 'id', order: [field.label ?? 'id'], most: 100 },
  forForms: 'options',
})

function outputOf(fields: readonly AreaField[]) {
  const labels = fields
    .filter((field) => shownName(field) !== field.name)
    .map((field) => [shownName(field), `${field.name}.${field.label}`])
  return ['id', ...fields.map(({ name }) => name), ...(labels.length > 0 ? [Object.fromEntries(labels)] : []), 'createdAt']
}

function listCall(area: NewArea) {
  const columns = columnsOf(area)
  const words = columns.filter(isWords).map(({ name }) => name)
  const filters = filtersOf(area).map(({ name }) => name)
  return {
    path: 'GET .',
    ...(filters.length > 0 && { filter: filters }),
    ...(words.length > 0 && { search: words }),
    sort: { fields: [...columns.filter(isSorted).map(({ name }) => name), 'createdAt'], default: ['-createdAt', '-id'] },
    export: {
      title: area.words('export', area.title),
      file: { fileName: area.title, columns: columns.map((field) => exported(area, field)) },
      log: true,
    },
  }
}

const exported = (area: NewArea, field: AreaField) => ({
  field: shownName(field),
  title: field.title,
  ...(field.type === 'enum' && { enum: enumId(area, field) }),
})

function writeCall(area: NewArea, what: 'add' | 'edit') {
  const fields = asked(area)
  const input = Object.fromEntries(fields.map((field) => [field.required ? field.name : `${field.name}?`, shape(field)]))
  const adds = what === 'add'
  return {
    kind: adds ? 'create' : 'update',
    title: area.words(what, area.title),
    path: adds ? 'POST .' : 'POST ./edit',
    input,
    set: adds ? { '...input': fields.map(({ name }) => name) } : editedValues(fields),
    output: ['id'],
    log: true,
  }
}

/** A change keeps a field whose parameter is missing, and the form leaves out emptied fields; so optional fields are set by name. */
function editedValues(fields: readonly AreaField[]) {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const optional = fields.filter((field) => !field.required).map(({ name }) => [name, `=has(input.${name}) ? input.${name} : null`])
  return { ...(required.length > 0 && { '...input': required }), ...Object.fromEntries(optional) }
}

function shape({ type, maxLength, min, max }: AreaField): unknown {
  if (type === 'enum') return 'string'
  if (type === 'ref') return 'id'
  if (type === 'localText') return { zh: `text ..${maxLength ?? 200}`, 'en?': `text ..${maxLength ?? 200}` }
  if (type === 'money') return 'integer 0..'
  if (type === 'string' || type === 'text') return `text ..${maxLength ?? 2000}`
  return min === undefined && max === undefined ? type : `${type} ${min ?? ''}..${max ?? ''}`
}

const removeMany = (area: NewArea) => ({
  title: area.words('removeMany', area.title),
  path: 'POST ./removeMany',
  input: { 'ids[1..100 unique]': 'id' },
  operation: {
    kind: 'call',
    call: `${area.name}.remove`,
    each: '=input.ids',
    input: { id: '=item' },
    skip: ['IN_USE', 'NOT_FOUND'],
    answer: { removed: '=done', skipped: '=skipped' },
  },
  output: { removed: 'integer', skipped: 'integer' },
  log: false,
})

const countCall = (area: NewArea, { name }: AreaField) => ({
  title: area.words('count', area.title),
  path: 'GET ./count',
  groupBy: [{ name, from: name }],
  log: false,
})
