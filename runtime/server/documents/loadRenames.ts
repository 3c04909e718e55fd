/** Reads the lists of renamed ids. `npm run check` holds the project's to the ids of the last release. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Renames } from '../../core/documents/renameIds.ts'

export const RENAMES_FILE = 'plugins/migrations/renames.json'

/** @param folders  the project and those laid over it; a folder without a list renames nothing */
export function loadRenames(folders: readonly string[]): Renames {
  const lists = folders
    .map((folder) => join(folder, RENAMES_FILE))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string | null>>)
  const kinds = [...new Set(lists.flatMap(Object.keys))]
  return Object.fromEntries(kinds.map((kind) => [kind, Object.assign({}, ...lists.map((list) => list[kind] ?? {}))]))
}
