import type { CallDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { parameterNames } from './scopeTypes.ts'

/** One name of an input parameter of a call. */
export function linkParameter(linker: Linker, document: LinkedDocument, path: string, call: CallDocument, name: string): boolean {
  return linker.known(document, 'PARAMETER_UNKNOWN', path, `an input parameter of ${call.id}`, name, parameterNames(call, linker.index))
}
