/** Finds plugins by their file names: `plugins/notes/add.handler.ts` provides the handler `notes.add`, `plugins/notes/paper.provider.ts` the provider
 *  `notes.paper`; the kernel's own handlers in `runtime/server/handlers/` have the area `platform`. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export interface FoundPlugin {
  name: string
  /** Absolute. */
  file: string
}

/** Every handler below a project's folder. */
export function findHandlers(folder: string): FoundPlugin[] {
  return [
    ...filesBelow(join(folder, 'plugins'), '.handler.ts', ''),
    ...filesBelow(join(folder, 'runtime/server/handlers'), '.handler.ts', 'platform.'),
  ]
}

/** Every provider below a project's folder. */
export function findProviders(folder: string): FoundPlugin[] {
  return filesBelow(join(folder, 'plugins'), '.provider.ts', '')
}

function filesBelow(start: string, ending: string, prefix: string): FoundPlugin[] {
  if (!existsSync(start)) return []
  const files = readdirSync(start, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(ending),
  )
  return files.map((entry) => {
    const file = join(entry.parentPath, entry.name)
    return { name: prefix + relative(start, file).slice(0, -ending.length).split(sep).join('.'), file }
  })
}
