/** Files in an S3 bucket: `files/<key>` what is kept, `parts/<name>` what comes in parts, `incoming/<id>` what browsers brought directly and no one has looked at yet. Drafts are written on this
 *  machine; what another process has to read is fetched into a folder of copies. */
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DirectUploads, FileStore, PartStore } from '../fileStore.ts'
import { assertKey, DRAFTS, draftsFolder, OWN_FOLDER, removeOlder } from '../folderStore.ts'
import { type Bucket, openBucket } from './bucket.ts'
import type { S3Address } from './readS3Address.ts'

const KEPT = 'files/'
const INCOMING = 'incoming/'
const PARTS = 'parts/'
const MARK = '.database'
const COPIES = 'copies'
/** The bucket is asked for its mark once in this time, in ms. */
const MARK_LASTS = 60_000

/** @param folder  of this machine, for drafts and copies */
export function createS3Store(address: S3Address, folder: string): FileStore {
  const bucket = openBucket(address)
  const drafts = draftsFolder(folder)
  const kept = (key: string) => KEPT + assertKey(key)
  const mark = createMark(bucket)
  return {
    name: `the bucket ${address.bucket}`,
    has: async (key) => (await bucket.size(kept(key))) !== null,
    draft: (key) => drafts.make(key),
    async keep(key) {
      const path = drafts.path(key)
      await bucket.put(kept(key), () => createReadStream(path), (await stat(path)).size)
      await rm(path, { force: true })
    },
    open: (key, range) => bucket.get(kept(key), range),
    path: (key) => copy(bucket, kept(key), join(folder, COPIES, assertKey(key))),
    async remove(key) {
      await rm(drafts.path(key), { force: true })
      await rm(join(folder, COPIES, assertKey(key)), { force: true })
      await bucket.remove(kept(key))
    },
    async removeDrafts(before) {
      for (const name of [DRAFTS, COPIES]) await removeOlder(join(folder, name), before)
      for await (const { key, at } of bucket.list(INCOMING)) if (at < before) await bucket.remove(INCOMING + key)
    },
    keys: () => bucket.list(KEPT),
    readMark: mark.read,
    writeMark: mark.write,
    async probe() {
      await bucket.size(MARK)
      await drafts.probe()
    },
    direct: directUploads(bucket),
    parts: bucketParts(bucket),
  }
}

function createMark(bucket: Bucket): { read(): Promise<string>; write(text: string): Promise<void> } {
  let known: { text: string; until: number } | null = null
  return {
    async read() {
      if (known && known.until > Date.now()) return known.text
      const text = await bucket.text(MARK)
      known = { text, until: Date.now() + MARK_LASTS }
      return text
    },
    async write(text) {
      await bucket.put(MARK, () => Buffer.from(text), Buffer.byteLength(text))
      known = null
    },
  }
}

/** A copy that is complete has its name; its time says when it was last wanted. */
async function copy(bucket: Bucket, name: string, path: string): Promise<string> {
  const now = new Date()
  const there = await utimes(path, now, now).then(
    () => true,
    () => false,
  )
  if (there) return path
  await mkdir(join(path, '..'), OWN_FOLDER)
  const part = `${path}.${process.pid}.${now.getTime()}.part`
  try {
    await pipeline((await bucket.get(name)) as Readable, createWriteStream(part, { mode: 0o600 }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await access(path)
  return path
}

function bucketParts(bucket: Bucket): PartStore {
  return {
    keep: (name, path, size) => bucket.put(PARTS + name, () => createReadStream(path), size),
    open: (name) => bucket.get(PARTS + name),
    remove: (name) => bucket.remove(PARTS + name),
    async *list(prefix) {
      for await (const found of bucket.list(PARTS + prefix)) yield { ...found, key: prefix + found.key }
    },
  }
}

function directUploads(bucket: Bucket): DirectUploads {
  const place = (id: string) => INCOMING + assertKey(id)
  return {
    request: async (id, { size, type, seconds }) => ({
      method: 'PUT',
      address: await bucket.signedPut(place(id), { size, type, seconds }),
      headers: { 'content-type': type },
    }),
    open: (id) => bucket.get(place(id)),
    remove: (id) => bucket.remove(place(id)),
  }
}
