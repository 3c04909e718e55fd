/** Development: says when a file changed that the running server has already loaded. Documents and the browser's modules are replaced by Vite. */
import { join } from 'node:path'
import { watchFolders } from './watchFolders.ts'

/** Folders with code that the server runs. */
const FOLDERS = ['runtime/core', 'runtime/server', 'plugins']
/** Editors write a file in several steps, and a person saves several files. */
const SETTLE_MS = 300

/** @returns stops watching */
export function watchServerCode(project: string, say: (words: string) => void): () => void {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    say(`server code changed (${[...changed].join(', ')}): stop and run "npm run dev" again to use it`)
    changed.clear()
  }
  const stops = FOLDERS.map((folder) =>
    watchFolders(join(project, folder), (file) => {
      if (!isServerCode(file)) return
      changed.add(join(folder, file))
      clearTimeout(timer)
      timer = setTimeout(tell, SETTLE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** Widgets are the browser's; generated files hold types only. */
function isServerCode(file: string): boolean {
  return file.endsWith('.ts') && !/(^|[\\/])generated[\\/]/.test(file)
}
