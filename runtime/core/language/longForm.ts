/** The long form of a document: what the kernel and the studio work with, and what is stored. A document that names a `version` is in the long form of
 *  that format version. One that names none is in the language of this release: short forms may stand in it, and what the path of its file says is left out. */

import type { Finding } from '../documents/failure.ts'
import { formatVersion, migrateDocument } from '../documents/migrateDocument.ts'
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { expandDocument } from './expandDocument.ts'
import { SourcePlaces } from './SourcePlaces.ts'
import type { Json } from './shortForm.ts'

export interface LongForm {
  content: Json
  /** Mistakes inside short forms; paths are those of what was written. */
  findings: readonly Finding[]
  places: SourcePlaces
}

/** Whether short forms may stand in it. */
export function isShort(written: unknown): boolean {
  return isRecord(written) && written.version === undefined
}

/** @param written an object; one of an unknown version stays as it is and is refused by validation */
export function longForm(kind: Kind, id: string, written: Json): LongForm {
  if (!isShort(written))
    return { content: withSchema(kind, migrateDocument(kind, written) as Json), findings: [], places: new SourcePlaces(written) }
  const expanded = expandDocument(kind, written)
  return { ...expanded, content: { $schema: schemaOf(kind), id, version: formatVersion(kind), ...expanded.content } }
}

function withSchema(kind: Kind, content: Json): Json {
  return '$schema' in content ? content : { $schema: schemaOf(kind), ...content }
}

/** `$schema` of a document in the long form. */
export function schemaOf(kind: Kind): string {
  return `../kinds/${kind}.schema.json`
}
