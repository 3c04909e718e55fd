/** Files in a folder of this machine, or one that several mount: `<first two characters of the key>/<key>`. Drafts lie beside, on the same file system. */
import { access, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore, KeptBytes, PartStore } from './fileStore.ts'

/** What people upload is for the server's user alone. */
export const OWN_FOLDER = { recursive: true, mode: 0o700 } as const
export const DRAFTS = 'draft'
const KEY = /^[\w-]{16,64}$/
const SHARD = /^[\w-]{2}$/
const MARK = '.database'
/** Less free space counts as a full disk. */
const FREE_BYTES = 32 * 1_048_576
const PROBE_BYTES = 4_096

/** @throws Error for what is no key of ours */
export function assertKey(key: string): string {
  if (!KEY.test(key)) throw new Error('not a key of a file')
  return key
}

/** @param folder absolute; made when missing */
export function createFolderStore(folder: string): FileStore {
  const drafts = draftsFolder(folder)
  const place = (key: string): string => join(folder, assertKey(key).slice(0, 2), key)
  const mark = join(folder, MARK)
  return {
    name: folder,
    has: (key) =>
      stat(place(key)).then(
        () => true,
        () => false,
      ),
    draft: (key) => drafts.make(key),
    async keep(key) {
      await mkdir(dirname(place(key)), OWN_FOLDER)
      await rename(drafts.path(key), place(key))
    },
    async open(key, range) {
      return (await open(place(key))).createReadStream(range)
    },
    async path(key) {
      await access(place(key))
      return place(key)
    },
    async remove(key) {
      await rm(drafts.path(key), { force: true })
      await rm(place(key), { force: true })
    },
    removeDrafts: (before) => removeOlder(join(folder, DRAFTS), before),
    keys: () => keysBelow(folder),
    readMark: async () => (await readFile(mark, 'utf8').catch(() => '')).trim(),
    async writeMark(text) {
      await mkdir(folder, OWN_FOLDER)
      await writeFile(mark, text, { mode: 0o600 })
    },
    probe: () => drafts.probe(),
    direct: null,
    parts: partsFolder(join(folder, PARTS)),
  }
}

/** Longer than the two characters of what is kept. */
const PARTS = 'parts'
const PART = /^[\w.]{1,100}$/

function partsFolder(folder: string): PartStore {
  const place = (name: string): string => {
    if (!PART.test(name)) throw new Error('not a name of a part')
    return join(folder, name)
  }
  return {
    async keep(name, path) {
      await mkdir(folder, OWN_FOLDER)
      await rename(path, place(name))
    },
    open: async (name) => (await open(place(name))).createReadStream(),
    remove: (name) => rm(place(name), { force: true }),
    async *list(prefix) {
      for (const key of await readdir(folder).catch(() => [])) {
        const found = key.startsWith(prefix) ? await stat(place(key)).catch(() => null) : null
        if (found?.isFile()) yield { key, size: found.size, at: found.mtime }
      }
    },
  }
}

export interface DraftsFolder {
  path(key: string): string
  /** As `path`; the folder is there. */
  make(key: string): Promise<string>
  /** @throws when nothing can be written, or the disk is full */
  probe(): Promise<void>
}

/** Where files are written before they are kept. @param folder  absolute; made when missing */
export function draftsFolder(folder: string): DraftsFolder {
  const drafts = join(folder, DRAFTS)
  const path = (key: string) => join(drafts, key.replace(/[^\w-]/g, ''))
  return {
    path,
    async make(key) {
      await mkdir(drafts, OWN_FOLDER)
      return path(key)
    },
    async probe() {
      await mkdir(drafts, OWN_FOLDER)
      const file = join(drafts, `probe-${process.pid}`)
      await writeFile(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
      await rm(file, { force: true })
      const { bavail, bsize } = await statfs(drafts)
      if (bavail * bsize < FREE_BYTES) throw new Error(`the disk of ${drafts} is full`)
    },
  }
}

/** Files of a folder that were not written to, nor touched, since. */
export async function removeOlder(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const written = await stat(file).catch(() => null)
    if (written?.isFile() && written.mtime < before) await rm(file, { force: true })
  }
}

async function* keysBelow(folder: string): AsyncIterable<KeptBytes> {
  for (const shard of await readdir(folder).catch(() => [])) {
    if (!SHARD.test(shard)) continue
    for (const key of await readdir(join(folder, shard))) {
      const found = await stat(join(folder, shard, key)).catch(() => null)
      if (found?.isFile()) yield { key, size: found.size, at: found.mtime }
    }
  }
}
