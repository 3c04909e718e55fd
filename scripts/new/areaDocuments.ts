/** The documents of a new area: an entity, enums, four calls, a form, a table and a page. */
import type { Kind } from '../../runtime/core/documents.ts'
import type { NewField, Title } from './readField.ts'

export interface NewArea {
  /** Of the folder, and the first part of each id. */
  name: string
  title: Title
  /** Permission code that opens the page and every call. */
  permission: string
  fields: readonly NewField[]
}

export interface NewDocument {
  /** From the project's folder. */
  file: string
  kind: Kind
  content: object
}

/** @returns in the order in which one reads them */
export function areaDocuments(area: NewArea): NewDocument[] {
  const at = (name: string, kind: Kind, content: object): NewDocument => ({
    file: `schemas/${area.name}/${name}.${kind}.json`,
    kind,
    content,
  })
  return [
    at('item', 'entity', entity(area)),
    ...area.fields.flatMap((field) => (field.codes ? [at(field.name, 'enum', enumOf(field, field.codes))] : [])),
    at('list', 'call', listCall(area)),
    at('add', 'call', writeCall(area, 'add')),
    at('edit', 'call', writeCall(area, 'edit')),
    at('remove', 'call', removeCall(area)),
    at('item', 'form', form(area)),
    at('list', 'table', table(area)),
    at('list', 'page', page(area)),
  ]
}

/** Item of the administration menu. */
export const menuEntry = ({ name, title, permission }: NewArea) => ({ id: name, label: title, to: `/admin/${name}`, permission })

/** Short texts are what people search by and what a row is called. */
export const isWords = ({ type }: NewField) => type === 'string'

function entity({ name, title, fields }: NewArea) {
  const words = fields.filter(isWords).map((field) => field.name)
  return {
    title,
    fields: Object.fromEntries(fields.map((field) => [field.name, column(name, field)])),
    ...(words.length > 0 && { search: words, label: words[0] }),
  }
}

const column = (area: string, { name, title, type, codes, required, maxLength, min, max }: NewField) => ({
  type,
  ...(codes && { enum: `${area}.${name}` }),
  title,
  ...(required && { required }),
  ...(maxLength && { maxLength }),
  ...(min !== undefined && { min, max }),
})

function enumOf({ title }: NewField, codes: readonly string[]) {
  const label = (code: string) => code.charAt(0).toUpperCase() + code.slice(1)
  return { title, type: 'string', values: codes.map((code) => ({ code, label: { zh: label(code), en: label(code) } })) }
}

function listCall({ name, title, permission, fields }: NewArea) {
  const words = fields.filter(isWords).map((field) => field.name)
  const enums = fields.filter(({ codes }) => codes).map((field) => field.name)
  const sorted = fields.filter(isSorted).map((field) => field.name)
  return {
    title,
    path: `GET api/${name}`,
    access: permission,
    list: `${name}.item`,
    ...(enums.length > 0 && { filter: enums }),
    ...(words.length > 0 && { search: words }),
    sort: { fields: [...sorted, 'createdAt'], default: ['-createdAt'] },
    output: ['id', ...fields.map((field) => field.name)],
  }
}

const isSorted = ({ type, required }: NewField) => required && type !== 'text' && type !== 'boolean'

function writeCall({ name, title, permission, fields }: NewArea, what: 'add' | 'edit') {
  const adds = what === 'add'
  const input = Object.fromEntries(fields.map((field) => [field.required ? field.name : `${field.name}?`, shape(field)]))
  return {
    title: adds
      ? { zh: afterChinese('添加', title.zh), en: `Add: ${title.en}` }
      : { zh: afterChinese('编辑', title.zh), en: `Edit: ${title.en}` },
    path: adds ? `POST api/${name}` : `POST api/${name}/edit`,
    access: permission,
    input: adds ? input : { id: 'id', ...input },
    [adds ? 'create' : 'update']: `${name}.item`,
    set: adds ? { '...input': fields.map((field) => field.name) } : editedValues(fields),
    ...(!adds && { output: ['id'] }),
  }
}

/** A change keeps a field whose parameter is missing, and the form leaves out emptied fields; so optional fields are set by name. */
function editedValues(fields: readonly NewField[]) {
  const required = fields.filter((field) => field.required).map((field) => field.name)
  const optional = fields.filter((field) => !field.required).map(({ name }) => [name, `=has(input.${name}) ? input.${name} : null`])
  return { ...(required.length > 0 && { '...input': required }), ...Object.fromEntries(optional) }
}

function shape({ type, codes, maxLength, min, max }: NewField): string {
  if (codes) return 'string'
  if (maxLength) return `text ..${maxLength}`
  return min === undefined ? type : `${type} ${min}..${max}`
}

const removeCall = ({ name, title, permission }: NewArea) => ({
  title: { zh: afterChinese('删除', title.zh), en: `Delete: ${title.en}` },
  path: `POST api/${name}/remove`,
  access: permission,
  remove: `${name}.item`,
})

const form = ({ name, title, fields }: NewArea) => ({
  title,
  entity: `${name}.item`,
  schema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.type === 'boolean' ? { default: false } : {}])),
  },
})

function table({ name, title, fields }: NewArea) {
  const names = fields.map((field) => field.name)
  const called = fields.find(isWords)?.name
  const enums = fields.filter(({ codes }) => codes).map((field) => field.name)
  return {
    title,
    source: { call: `${name}.list` },
    columns: fields.map((field) => (isSorted(field) ? { field: field.name, sortable: true } : field.name)),
    ...(enums.length > 0 && { filters: enums }),
    ...(called && { search: { parameter: 'search', placeholder: { zh: '搜索', en: 'Search' } } }),
    toolbar: {
      label: { zh: '添加', en: 'Add' },
      icon: 'plus',
      tone: 'primary',
      dialog: {
        form: `${name}.item`,
        title: { zh: afterChinese('添加', title.zh), en: `Add: ${title.en}` },
        submitLabel: { zh: '添加', en: 'Add' },
      },
      call: `${name}.add`,
      input: { '...input': names },
      done: { zh: '已添加', en: 'Added' },
    },
    rowActions: [
      {
        label: { zh: '编辑', en: 'Edit' },
        icon: 'edit',
        dialog: {
          form: `${name}.item`,
          title: { zh: afterChinese('编辑', title.zh), en: `Edit: ${title.en}` },
          initial: { '...row': names },
          submitLabel: { zh: '保存', en: 'Save' },
        },
        call: `${name}.edit`,
        input: { id: '=row.id', '...input': names },
        done: { zh: '已保存', en: 'Saved' },
      },
      {
        label: { zh: '删除', en: 'Delete' },
        icon: 'trash',
        tone: 'danger',
        confirm: called
          ? { zh: `删除“{{row.${called}}}”？`, en: `Delete “{{row.${called}}}”?` }
          : { zh: '删除这一行？', en: 'Delete this row?' },
        call: `${name}.remove`,
        input: { id: '=row.id' },
        done: { zh: '已删除', en: 'Deleted' },
      },
    ],
    empty: { title: { zh: afterChinese('还没有', title.zh), en: `Nothing here yet: ${title.en}` } },
  }
}

const page = ({ name, title, permission }: NewArea) => ({
  title,
  routes: [`/admin/${name}`],
  access: permission,
  meta: { chrome: 'admin' },
  body: { node: 'section', title, children: { node: 'table', table: `${name}.list` } },
})

/** Chinese words and a name: a name that begins with Latin letters or digits stands behind a space. */
function afterChinese(words: string, name: string): string {
  return /^[A-Za-z0-9]/.test(name) ? `${words} ${name}` : `${words}${name}`
}
