/** Watches the files below folders by their folders. A watch on a file follows its inode, and most editors, `sed -i` and `git checkout` put a new file in
 *  its place: the second change would be missed. `fs.watch` with `recursive` does that on Linux. */
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * @param onChange  takes the path of the file, relative to `root`
 * @returns         stops watching
 */
export function watchFolders(root: string, onChange: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()

  function watchFolder(folder: string, isNew: boolean): void {
    if (watchers.has(folder)) return
    const names = entriesOf(folder)
    if (names === undefined) return
    const watcher = watch(folder, (_, name) => name !== null && changed(join(folder, name)))
    // the folder was removed: its parent tells of it
    watcher.on('error', () => forget(folder))
    watchers.set(folder, watcher)
    for (const entry of entriesOf(folder) ?? names) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) watchFolder(path, isNew)
      // a file that was written before its new folder was watched
      else if (isNew) onChange(relative(root, path))
    }
  }

  function changed(path: string): void {
    if (entriesOf(path) === undefined) {
      forget(path)
      onChange(relative(root, path))
    } else watchFolder(path, true)
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  watchFolder(root, false)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
}

/** Undefined for what is no folder, or is gone. */
function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return undefined
  }
}
