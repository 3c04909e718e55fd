/** Finds handler files: `plugins/notes/add.handler.ts` provides `notes.add`; the kernel's own in `runtime/server/handlers/` the area `platform`. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const ENDING = '.handler.ts'

/** @returns name and absolute path of every handler below a project's folder */
export function findHandlers(folder: string): { name: string; file: string }[] {
  return [...filesBelow(join(folder, 'plugins'), ''), ...filesBelow(join(folder, 'runtime/server/handlers'), 'platform.')]
}

function filesBelow(start: string, prefix: string): { name: string; file: string }[] {
  if (!existsSync(start)) return []
  const files = readdirSync(start, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(ENDING),
  )
  return files.map((entry) => {
    const file = join(entry.parentPath, entry.name)
    return { name: prefix + relative(start, file).slice(0, -ENDING.length).split(sep).join('.'), file }
  })
}
