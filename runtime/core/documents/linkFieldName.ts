import type { EntityDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { fieldNames } from './scopeTypes.ts'

/** One name of a field of an entity. */
export function linkFieldName(linker: Linker, document: LinkedDocument, entity: EntityDocument, path: string, name: string): void {
  linker.known(document, 'FIELD_UNKNOWN', path, `a field of ${entity.id}`, name, fieldNames(entity))
}
