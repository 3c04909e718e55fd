/** The query of an address as expressions of a page see it: in the browser, and on the server, which looks whether the page's subject exists. */
import type { JsonSchema } from './documents.ts'

/** Query string -> values: several of a name make a list, declared numbers and booleans are typed, what does not fit its type is left out.
 *  @param route  parts of the path; those that are declared stand in place of the query's */
export function readQuery(
  search: string,
  types: Record<string, JsonSchema>,
  route: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const params = new URLSearchParams(search)
  const query: Record<string, unknown> = {}
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name)
    const type = types[name]?.type
    const value = type === 'array' || all.length > 1 ? all : typed(all[0]!, type)
    if (value !== undefined) query[name] = value
  }
  for (const [name, part] of Object.entries(route)) if (Object.hasOwn(types, name)) query[name] = typed(part, types[name]!.type)
  return query
}

function typed(text: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') {
    const number = Number(text)
    return text.trim() === '' || Number.isNaN(number) ? undefined : number
  }
  if (type === 'boolean') return text === 'true'
  return text
}
