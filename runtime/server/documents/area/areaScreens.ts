/** The form, the table and the two pages of a new area. */
import {
  type AreaField,
  asked,
  calledIn,
  chartField,
  choicesName,
  columnsOf,
  entityOf,
  enumId,
  filtersOf,
  isSorted,
  isWords,
  may,
  type NewArea,
  shownName,
} from './area.ts'

/** Questions that add and edit a row. */
export const areaForm = (area: NewArea) => ({
  title: area.title,
  entity: entityOf(area),
  schema: { type: 'object', properties: Object.fromEntries(asked(area).map((field) => [field.name, question(area, field)])) },
})

function question(area: NewArea, field: AreaField) {
  if (field.type === 'boolean') return { default: false }
  if (field.type === 'money') return { type: 'integer', title: field.title, 'x-widget': 'money', minimum: 0 }
  return field.type === 'ref' ? { type: 'string', title: field.title, ...refOptions(area, field) } : {}
}

const refOptions = ({ name }: NewArea, field: AreaField) => ({
  'x-widget': 'searchSelect',
  'x-options': { call: `${name}.${choicesName(field)}`, search: 'search', valueParameter: 'codes', valueKey: 'value', labelKey: 'label' },
})

function filterFields(area: NewArea) {
  const filters = filtersOf(area)
  const refs = filters.filter(({ type }) => type === 'ref')
  if (refs.length === 0) return filters.map(({ name }) => name)
  return Object.fromEntries(
    filters.map((field) => [field.name, field.type === 'ref' ? { type: 'string', title: field.title, ...refOptions(area, field) } : {}]),
  )
}

/** The list, with what can be done with one row, with several and without any. */
export function areaTable(area: NewArea) {
  const { name } = area
  const searched = columnsOf(area).some(isWords)
  const filters = filterFields(area)
  return {
    title: area.title,
    source: { call: `${name}.list` },
    columns: columnsOf(area).map((field, at) => tableColumn(area, field, at === 0)),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(searched && { search: { parameter: 'search', placeholder: area.words('search') } }),
    export: `${name}.export`,
    ...(may(area, 'add') && { toolbar: addAction(area) }),
    ...((may(area, 'edit') || may(area, 'remove')) && { rowActions: rowActions(area) }),
    ...(may(area, 'remove') && {
      bulkActions: removeManyAction(area),
    }),
    open: { label: area.words('open'), to: { page: `${name}.one`, with: { id: '=row.id' } } },
    empty: { title: area.words('empty', area.title) },
    views: true,
  }
}

function tableColumn({ name }: NewArea, field: AreaField, isFirst: boolean) {
  const column = {
    field: shownName(field),
    ...(shownName(field) !== field.name && { title: field.title }),
    ...(isSorted(field) && { sortable: true }),
    ...(isFirst && { to: { page: `${name}.one`, with: { id: '=row.id' } } }),
  }
  return Object.keys(column).length === 1 ? field.name : column
}

const addAction = (area: NewArea) => ({
  label: area.words('addLabel'),
  icon: 'plus',
  tone: 'primary',
  dialog: { form: `${area.name}.item`, title: area.words('add', area.title), submitLabel: area.words('addLabel') },
  call: `${area.name}.add`,
  input: { '...input': asked(area).map(({ name }) => name) },
  done: area.words('added'),
})

/** @param then  what follows, on the page of one row */
const rowActions = (area: NewArea, then: { edit?: object; remove?: object } = {}) => [
  ...(may(area, 'edit') ? [{ ...editAction(area), ...then.edit }] : []),
  ...(may(area, 'remove') ? [{ ...removeAction(area), ...then.remove }] : []),
]

const editAction = (area: NewArea) => ({
  label: area.words('editLabel'),
  icon: 'edit',
  dialog: {
    form: `${area.name}.item`,
    title: area.words('edit', area.title),
    initial: { '...row': asked(area).map(({ name }) => name) },
    submitLabel: area.words('save'),
  },
  call: `${area.name}.edit`,
  input: { id: '=row.id', '...input': asked(area).map(({ name }) => name) },
  done: area.words('saved'),
})

const removeAction = (area: NewArea) => ({
  label: area.words('removeLabel'),
  icon: 'trash',
  tone: 'danger',
  confirm: calledIn(area, 'row') ? area.words('removeCalled', calledIn(area, 'row')!) : area.words('removeOne'),
  call: `${area.name}.remove`,
  input: { id: '=row.id' },
  done: area.words('removed'),
})

const removeManyAction = (area: NewArea) => ({
  label: area.words('removeChosen'),
  tone: 'danger',
  confirm: area.words('removeRows'),
  call: `${area.name}.removeMany`,
  input: { ids: '=rows.map(r, r.id)' },
  as: 'result',
  done: area.words('removedRows'),
})

/** The list below a chart of the rows by their first choice. */
export function listPage(area: NewArea) {
  const { name, title, permission } = area
  const charted = chartField(area)
  const list = { node: 'table', table: `${name}.list` }
  const chart = charted && {
    node: 'chart',
    chart: 'bar',
    of: '=counts.groups',
    x: charted.name,
    enum: enumId(area, charted),
    y: 'count',
    title: area.words('by', charted.title),
    height: 200,
    visibleWhen: '=counts.total > 0',
  }
  return {
    title,
    routes: [`/admin/${name}`],
    access: permission,
    meta: { chrome: 'admin', wide: true },
    ...(charted && { sources: { counts: { call: `${name}.count` } } }),
    body: { node: 'section', title, children: chart ? [chart, list] : list },
  }
}

/** One row, with what can be done with it. */
export function rowPage(area: NewArea) {
  const { name, permission } = area
  const called = calledIn(area, 'row')
  return {
    title: area.words('one', area.title),
    routes: [`/admin/${name}/:id`],
    access: permission,
    meta: { chrome: 'admin', parent: `${name}.list` },
    parameters: { id: { type: 'string' } },
    sources: { row: { call: `${name}.get`, params: { id: '=route.id' } } },
    body: {
      node: 'section',
      title: called ?? area.words('one', area.title),
      ...((may(area, 'edit') || may(area, 'remove')) && {
        actions: rowActions(area, { edit: { refresh: ['row'] }, remove: { to: { page: `${name}.list` } } }),
      }),
      children: { node: 'card', children: facts(area) },
    },
  }
}

const facts = ({ fields, words }: NewArea) => ({
  node: 'detail',
  of: '=row',
  columns: 2,
  fields: [
    ...fields.filter(({ isGuarded }) => !isGuarded).map(fact),
    { label: words('createdAt'), value: '=row.createdAt', format: 'datetime' },
  ],
})

function fact(field: AreaField) {
  if (shownName(field) !== field.name) return { label: field.title, value: `=row.${shownName(field)}` }
  return field.type === 'text' ? { value: `=row.${field.name}`, span: 2 } : field.name
}
