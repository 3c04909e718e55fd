/** A document as the printer writes it: in the language of this release, in the shortest form, its keys in the order of its kind. */

import { metaSchemas } from '../documents/metaSchemas.ts'
import { formatVersion } from '../documents/migrateDocument.ts'
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { contractDocument } from './contractDocument.ts'
import { expandDocument } from './expandDocument.ts'
import { isShort } from './longForm.ts'
import { printNested } from './nestedForm.ts'
import { operationKeys, RENAMED } from './operationKeys.ts'
import { sameJson } from './sameJson.ts'
import type { Json } from './shortForm.ts'

/** @param content in any form. @returns the content itself where it is of another version, or has a mistake that short forms would hide */
export function shortest(kind: Kind, content: Json): Json {
  return printNested(kind, content, shortestOf)
}

function shortestOf(kind: Kind, content: Json): Json {
  if (!isShort(content) && content.version !== formatVersion(kind)) return content
  const { $schema: _, id: __, version: ___, ...written } = content
  const { content: long, findings } = isShort(content) ? expandDocument(kind, written) : { content: written, findings: [] }
  const short = contractDocument(kind, long)
  const isSound = findings.length === 0 && sameJson(expandDocument(kind, short).content, long)
  return inOrder(kind, isSound ? short : content)
}

/** First the keys that the meta-schema names, in its order, then what it does not know, as written. */
export function inOrder(kind: Kind, content: Json): Json {
  if (kind === 'resource' && isRecord(content.calls)) return ordered(kind, { ...content, calls: mapMembers(content.calls) })
  return ordered(kind, content)
}

/** The calls of a resource have the order of calls, between their kind and what is exported. */
function mapMembers(calls: Json): Json {
  return Object.fromEntries(Object.entries(calls).map(([name, member]) => [name, isRecord(member) ? memberInOrder(member) : member]))
}

function memberInOrder({ kind, export: exported, ...rest }: Json): Json {
  const last = isRecord(exported) ? memberInOrder(exported) : exported
  return { ...(kind !== undefined && { kind }), ...ordered('call', rest), ...(last !== undefined && { export: last }) }
}

function ordered(kind: Kind, content: Json): Json {
  const known = keysOf(kind).filter((key) => Object.hasOwn(content, key))
  return Object.fromEntries([...new Set([...known, ...Object.keys(content)])].map((key) => [key, content[key]]))
}

/** Keys of a document; of a call those of its operation stand where `operation` would. */
function keysOf(kind: Kind): string[] {
  const keys = Object.keys(metaSchemas[`${kind}.schema.json`]?.properties ?? {})
  if (kind !== 'call') return keys
  const operations = operationKeys()
  const own = operations.flatMap((one) => one.keys).filter((key) => !keys.includes(key))
  const short = new Set([...operations.map((one) => one.kind), ...own.map((key) => RENAMED[key] ?? key), ...Object.values(RENAMED)])
  return keys.flatMap((key) => (key === 'operation' ? [key, ...short] : [key]))
}
