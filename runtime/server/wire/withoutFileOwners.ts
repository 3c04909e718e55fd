/** Removes from a reply who uploaded a file: rows and answers hold the facts of their files, which are sent wherever the row is sent. */
import { isFileKey } from '../../core/storedFile.ts'

const OWNER = '"ownerId"'

/** @param json the text of a reply's data; most have no such member, and come back as they are */
export function withoutFileOwners(json: string): string {
  return json.includes(OWNER) ? JSON.stringify(JSON.parse(json, withoutOwner)) : json
}

function withoutOwner(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('ownerId' in value)) return value
  const { ownerId: _, ...rest } = value as Record<string, unknown>
  const isFile = isFileKey(rest.id) && typeof rest.size === 'number'
  return isFile ? rest : value
}
