/** Input that a document gives to a call: names that the call declares, and all that it requires. */
import type { CallDocument, Value } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkParameter } from './linkParameter.ts'
import { nearest } from './suggest.ts'

/**
 * @param place  of the map of values; `place.path` names it even when it is absent
 * @param more   names given from elsewhere (filters, paging, a dialog): known, and counted as given
 */
export function linkInput(
  linker: Linker,
  place: ExpressionPlace,
  call: string,
  values: Record<string, Value> | undefined,
  more: Iterable<string> = [],
): void {
  linkValues(linker, place, values)
  const target = linker.index.get('call', call)
  if (target === undefined) return
  const given = new Set(Object.keys(values ?? {}))
  for (const name of given) linkParameter(linker, place.document, pointer(place.path, name), target, name)
  linkRequired(linker, place, target, new Set([...given, ...more]))
}

function linkRequired(
  linker: Linker,
  { document, path }: { document: LinkedDocument; path: string },
  call: CallDocument,
  given: ReadonlySet<string>,
): void {
  const required = (call.input?.required ?? []) as string[]
  const properties = Object.keys((call.input?.properties ?? {}) as object)
  for (const name of required.filter((parameter) => !given.has(parameter))) {
    // a misspelt parameter is reported as unknown already
    if (
      nearest(
        name,
        [...given].filter((other) => !properties.includes(other)),
      ) !== null
    )
      continue
    linker.report(document, {
      code: 'PARAMETER_MISSING',
      path: pointer(path, name),
      expected: `a value for "${name}", which ${call.id} requires`,
      found: 'nothing',
      suggestion: `add "${name}"`,
    })
  }
}
