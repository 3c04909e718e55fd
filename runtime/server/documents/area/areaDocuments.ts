/** The documents of a new area, in the short form: what its rows are, what may be done with them, a form, a table, a screen with the list and one for
 *  a single row. `npm run new` writes them as files, the studio publishes them. What they make is a beginning: each can be changed. */
import type { Kind } from '../../../core/documents.ts'
import { type AreaDocument, type AreaField, hasForm, isWords, type NewArea } from './area.ts'
import { areaResource } from './areaResource.ts'
import { areaForm, areaTable, listPage, rowPage } from './areaScreens.ts'

/** Documents in the order in which one reads them. */
export function areaDocuments(area: NewArea): AreaDocument[] {
  const make = (kind: Kind, name: string, content: object): AreaDocument => ({
    kind,
    id: `${area.name}.${name}`,
    content: content as Record<string, unknown>,
  })
  return [
    ...(area.entity ? [] : [make('entity', 'item', entity(area))]),
    ...area.fields.flatMap(({ name, title, codes }) => (codes ? [make('enum', name, { title, type: 'string', values: codes })] : [])),
    make('resource', 'item', areaResource(area)),
    ...(hasForm(area) ? [make('form', 'item', areaForm(area))] : []),
    make('table', 'list', areaTable(area)),
    make('page', 'list', listPage(area)),
    make('page', 'one', rowPage(area)),
  ]
}

/** Entry of a menu that leads to the list. */
export const menuEntry = ({ name, title, permission }: NewArea) => ({
  id: name,
  label: title,
  to: `/admin/${name}`,
  permission,
  activeOn: [`/admin/${name}`, `/admin/${name}/:id`],
})

function entity({ name, title, fields }: NewArea) {
  const words = fields.filter(isWords).map((field) => field.name)
  return {
    title,
    fields: Object.fromEntries(fields.map((field) => [field.name, column(name, field)])),
    ...(words.length > 0 && { search: words, label: words[0] }),
    indexes: [['createdAt']],
  }
}

const column = (area: string, { name, title, type, codes, enum: of, entity: to, required, maxLength, min, max }: AreaField) => ({
  type,
  ...(type === 'enum' && { enum: codes ? `${area}.${name}` : of }),
  ...(type === 'ref' && { entity: to, onDelete: required ? 'restrict' : 'setNull' }),
  title,
  ...(required && { required }),
  ...(maxLength && { maxLength }),
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})
