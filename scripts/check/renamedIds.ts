/** Documents do not lose their ids unnoticed: what is stored in databases names them. `released.txt` lists the ids of the last release; one that is gone
 *  stands in the list of renames. */

import { readFileSync } from 'node:fs'
import { KINDS, readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { madeFiles } from '../../runtime/core/documents/readDocuments.ts'
import { type Renamed, type Renames, renamedOf } from '../../runtime/core/documents/renameIds.ts'
import type { Kind } from '../../runtime/core/documents.ts'
import { nameOfPath } from '../../runtime/core/namePath.ts'
import { RENAMES_FILE } from '../../runtime/server/documents/loadRenames.ts'

/** Written by `npm run release:ids`: `kind id` in each line. */
export const RELEASED_FILE = 'plugins/migrations/released.txt'

/** `kind id` of the documents that files hold or stand for, sorted. @param paths  relative to the project */
export function idsOfFiles(paths: readonly string[], read = (path: string) => readFileSync(path, 'utf8')): string[] {
  const idsOf = (file: string): string[] => {
    const name = readFileName(file)
    return 'kind' in name ? [`${name.kind} ${name.id}`] : []
  }
  const documents = paths.filter((file) => file.startsWith('schemas/') && file.endsWith('.json') && idsOf(file).length > 0)
  return documents.flatMap((file) => madeFiles({ file, text: read(file) }).flatMap((made) => idsOf(made.file))).sort()
}

/** `handler id` of the handlers that files hold. The last release has no list of them. */
export function handlersOfFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [, folder, rest] = HANDLER.exec(path) ?? []
    return rest === undefined ? [] : [`handler ${nameOfPath(folder === 'plugins' ? rest : `platform/${rest}`)}`]
  })
}

const HANDLER = /^(plugins|runtime\/server\/handlers)\/(.+)\.handler\.ts$/

/** @param now  documents and handlers of today @returns one line for each id of the last release that is gone without an entry, and for each entry that is wrong */
export function checkRenamedIds(released: readonly string[], now: readonly string[], renames: Renames): string[] {
  const known = new Set(now)
  const lost = released
    .filter((line) => !known.has(line))
    .map((line) => line.split(' ') as [Kind, string])
    .filter(([kind, id]) => renames[kind]?.[id] === undefined)
    .map(
      ([kind, id]) =>
        `${RENAMES_FILE}: the ${kind} "${id}" of the last release is gone - add "${id}" with its new id, or with null, under "${kind}"`,
    )
  return [...lost, ...Object.keys(renames).flatMap((kind) => wrongEntries(kind, known, renames))]
}

function wrongEntries(kind: string, known: ReadonlySet<string>, renames: Renames): string[] {
  if (kind !== 'handler' && !(KINDS as readonly string[]).includes(kind)) return [`${RENAMES_FILE}: "${kind}" is no kind of documents`]
  const back = Object.keys(renames[kind as Renamed] ?? {}).filter((from) => known.has(`${kind} ${from}`))
  const nowhere = renamedOf(renames, kind as Renamed).filter(([, to]) => !known.has(`${kind} ${to}`))
  return [
    ...back.map((from) => `${RENAMES_FILE}: there is a ${kind} "${from}" - remove its entry, or choose another id for the new document`),
    ...nowhere.map(
      ([from, to]) => `${RENAMES_FILE}: "${from}" leads to the ${kind} "${to}", which there is not - name the id of today, or null`,
    ),
  ]
}
