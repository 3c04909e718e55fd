/** Where bytes are kept. The folder is the default; another store (S3) implements the same methods. Keys are made by us: never a name someone
 *  typed. */
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface FileStore {
  /** Where the bytes of a key are kept. */
  place(key: string): string
  /** A file of this process's own to write into first; same file system as the store. */
  draft(key: string): Promise<string>
  /** Moves the finished draft into the store. */
  keep(key: string): Promise<void>
  /** @throws ENOENT when the bytes are gone */
  open(key: string): Promise<NodeJS.ReadableStream>
  /** A file of this machine with the bytes, for another process. @throws ENOENT when they are gone */
  path(key: string): Promise<string>
  /** Draft or kept; nothing happens when it is not there. */
  remove(key: string): Promise<void>
  /** Removes drafts that no one has written to since: anyone who wrote them was ended. */
  removeDrafts(before: Date): Promise<void>
}

/** What people upload is for the server's user alone. */
const OWN = { recursive: true, mode: 0o700 } as const
const KEY = /^[\w-]{16,64}$/

/** @param folder absolute; made when missing */
export function createFolderStore(folder: string): FileStore {
  const place = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of a file')
    return join(folder, key.slice(0, 2), key)
  }
  const draftPlace = (key: string): string => join(folder, 'draft', key.replace(/[^\w-]/g, ''))
  return {
    place,
    async draft(key) {
      await mkdir(join(folder, 'draft'), OWN)
      return draftPlace(key)
    },
    async keep(key) {
      await mkdir(dirname(place(key)), OWN)
      await rename(draftPlace(key), place(key))
    },
    async open(key) {
      return (await open(place(key))).createReadStream()
    },
    async path(key) {
      await access(place(key))
      return place(key)
    },
    async remove(key) {
      await rm(draftPlace(key), { force: true })
      await rm(place(key), { force: true })
    },
    async removeDrafts(before) {
      for (const name of await readdir(join(folder, 'draft')).catch(() => [])) {
        const file = join(folder, 'draft', name)
        const written = await stat(file).catch(() => null)
        if (written && written.mtime < before) await rm(file, { force: true })
      }
    },
  }
}
