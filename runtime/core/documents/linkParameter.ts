import type { CallDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { parameterNames } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

/** One name of an input parameter of a call. */
export function linkParameter(linker: Linker, document: LinkedDocument, path: string, call: CallDocument, name: string): boolean {
  const names = parameterNames(call, linker.index)
  if (names.includes(name)) return true
  // the mistake is mostly in the call: a parameter that only its conditions read is declared too
  const declare =
    names.length === 0 ? `declare it in ${linker.index.find('call', call.id)?.file ?? call.id}: "input": { "${name}": "id" }` : undefined
  linker.report(document, {
    code: 'PARAMETER_UNKNOWN',
    path,
    expected: `an input parameter of ${call.id}`,
    found: `"${name}"`,
    suggestion: suggest(name, names, declare),
  })
  return false
}
