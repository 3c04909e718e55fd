/** Files that rows and templates of a competition name. */
import { filesInText, isFileKey, storedFile } from '../../../runtime/core/storedFile.ts'

export interface NamedFiles {
  /** In fields, which say what file it is. */
  held: Set<string>
  /** By their addresses. */
  shown: Set<string>
}

/** Ids of files in a value, at any depth. */
export function namedInContent(value: unknown, found: NamedFiles = { held: new Set(), shown: new Set() }): NamedFiles {
  if (typeof value === 'string') for (const id of [storedFile(value) ?? [], filesInText(value)].flat()) found.shown.add(id)
  else if (Array.isArray(value)) for (const item of value) namedInContent(item, found)
  else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const { id, size } = value as { id?: unknown; size?: unknown }
    if (isFileKey(id) && typeof size === 'number') found.held.add(id)
    else for (const member of Object.values(value)) namedInContent(member, found)
  }
  return found
}
