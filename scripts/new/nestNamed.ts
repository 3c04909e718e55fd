/** Documents of an area, with those that one place names written in that place: fewer files, each read from top to bottom. */
import { pointer } from '../../runtime/core/documents/failure.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { nestedKindAt } from '../../runtime/core/language/nestedForm.ts'
import type { AreaDocument } from '../../runtime/server/documents/area/area.ts'

/** The innermost first: a list of choices stands in a form, the form in a table. */
const ORDER = ['enum', 'form', 'table', 'template']

export function nestNamed(documents: readonly AreaDocument[]): AreaDocument[] {
  const nested = ORDER.flatMap((kind) => documents.filter((each) => each.kind === kind))
  return nested.reduce<readonly AreaDocument[]>(nestOne, documents) as AreaDocument[]
}

function nestOne(documents: readonly AreaDocument[], { kind, id }: AreaDocument): readonly AreaDocument[] {
  const named = documents.find((each) => each.kind === kind && each.id === id)!
  let places = 0
  const put = (value: unknown, path: string): unknown => {
    if (value === id && nestedKindAt(path) === kind) {
      places += 1
      return { as: id.slice(id.indexOf('.') + 1), ...named.content }
    }
    if (Array.isArray(value)) return value.map((item, index) => put(item, pointer(path, index)))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, put(member, pointer(path, key))]))
  }
  const others = documents.filter((each) => each !== named)
  const around = others.map((each) => ({ ...each, content: put(each.content, '') as AreaDocument['content'] }))
  return places === 1 ? around : documents
}
