/** Finds plugins by their file names: `plugins/notes/add.handler.ts` provides the handler `notes.add`, `plugins/notes/paper.provider.ts` the provider
 *  `notes.paper`; the kernel's own handlers in `runtime/server/handlers/` have the area `platform`. Sub-folders are no part of a name. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { AgonError } from '../core/errors.ts'
import { nameOfPath } from '../core/namePath.ts'

export interface FoundPlugin {
  name: string
  /** Absolute. */
  file: string
}

/** Every handler below a project's folder. @throws PLUGIN_TWICE */
export function findHandlers(folder: string): FoundPlugin[] {
  return [
    ...filesBelow(join(folder, 'plugins'), '.handler.ts', ''),
    ...filesBelow(join(folder, 'runtime/server/handlers'), '.handler.ts', 'platform/'),
  ]
}

/** Every extension below a project's folder. @throws PLUGIN_TWICE */
export function findExtensions(folder: string): FoundPlugin[] {
  return filesBelow(join(folder, 'plugins'), '.extension.ts', '')
}

/** Every file of rules below a project's folder. @throws PLUGIN_TWICE */
export function findRules(folder: string): FoundPlugin[] {
  return filesBelow(join(folder, 'plugins'), '.rules.ts', '')
}

/** Every provider below a project's folder. @throws PLUGIN_TWICE */
export function findProviders(folder: string): FoundPlugin[] {
  return filesBelow(join(folder, 'plugins'), '.provider.ts', '')
}

/** Every computation below a project's folder. @throws PLUGIN_TWICE */
export function findComputations(folder: string): FoundPlugin[] {
  return filesBelow(join(folder, 'plugins'), '.computation.ts', '')
}

/** Every decoder below a project's folder; those of the kernel have the area `platform`. @throws PLUGIN_TWICE */
export function findDecoders(folder: string): FoundPlugin[] {
  return [
    ...filesBelow(join(folder, 'plugins'), '.decoder.ts', ''),
    ...filesBelow(join(folder, 'runtime/server/decoders'), '.decoder.ts', 'platform/'),
  ]
}

function filesBelow(start: string, ending: string, area: string): FoundPlugin[] {
  if (!existsSync(start)) return []
  const files = readdirSync(start, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(ending),
  )
  const found = new Map<string, string>()
  for (const entry of files) {
    const file = join(entry.parentPath, entry.name)
    const name = nameOfPath(area + relative(start, file).slice(0, -ending.length).split(sep).join('/'))
    const other = found.get(name)
    if (other !== undefined) throw new AgonError('PLUGIN_TWICE', { name, file, other })
    found.set(name, file)
  }
  return [...found].map(([name, file]) => ({ name, file }))
}
