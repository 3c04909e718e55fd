import { EvaluationFault } from '../EvaluationFault.ts'
import { type FunctionEntry, functionEntry } from '../FunctionEntry.ts'
import { toText } from '../toText.ts'
import { keysOf, type MapValue, readKey } from '../values.ts'

const PARAMETER = /:(\w+)/g

/** Addresses of pages. Documents name the page; when they are read, its route takes the place of its id (`defaults/fillAddresses.ts`). */
export const addressFunctions: readonly FunctionEntry[] = [
  functionEntry(
    'address(string, map): string',
    "The address of a page: address('notes.show', {'id': row.id}). Names that are no parameter of its route go into the query; null is left out there, and a parameter that is null leaves no address.",
    ([route, values]: [string, MapValue], budget) => {
      budget.spend(keysOf(values).length)
      return addressOf(route, values)
    },
  ),
  functionEntry(
    'address(string, map, string): string',
    'The same with the route that is meant, of a page that has several.',
    ([, values, route]: [string, MapValue, string], budget) => {
      budget.spend(keysOf(values).length)
      return addressOf(route, values)
    },
  ),
]

function addressOf(route: string, values: MapValue): string | null {
  if (!route.startsWith('/')) throw new EvaluationFault('no page of that name')
  const parameters = [...route.matchAll(PARAMETER)].map(([, name]) => name as string)
  if (parameters.some((name) => readKey(values, name) === null)) return null
  const path = route.replace(PARAMETER, (_, name: string) => encoded(toText(readKey(values, name))))
  const query = keysOf(values)
    .filter((name) => !parameters.includes(String(name)) && readKey(values, name) !== null)
    .map((name) => `${encoded(String(name))}=${encoded(toText(readKey(values, name))).replaceAll('%2F', '/')}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Colons and commas may stand in every part of an address, slashes in the query; times, lists and paths are read better with them. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')
}
