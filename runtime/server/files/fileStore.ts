/** Where bytes of files are kept: a folder by default, an S3 bucket where `FILES` names one. Keys are made by us: never a name someone typed. */
import { join } from 'node:path'
import { createFolderStore } from './folderStore.ts'
import { createS3Store } from './s3/createS3Store.ts'
import { readS3Address } from './s3/readS3Address.ts'

export interface FileStore {
  /** In messages to the operator. */
  readonly name: string
  has(key: string): Promise<boolean>
  /** A file of this process's own to write into first. */
  draft(key: string): Promise<string>
  /** Moves the finished draft into the store. */
  keep(key: string): Promise<void>
  /** @param range  first and last byte, both included; default all @throws ENOENT when the bytes are gone */
  open(key: string, range?: ByteRange): Promise<NodeJS.ReadableStream>
  /** A file of this machine with the bytes, for another process. @throws ENOENT when they are gone */
  path(key: string): Promise<string>
  /** Draft or kept; nothing happens when it is not there. */
  remove(key: string): Promise<void>
  /** Removes what is left of drafts that no one has written to since: anyone who wrote them was ended. */
  removeDrafts(before: Date): Promise<void>
  /** All that is kept, in no order. Drafts are not. */
  keys(): AsyncIterable<KeptBytes>
  /** A word of ours in the store: the id of its database. Empty when there is none. */
  readMark(): Promise<string>
  writeMark(text: string): Promise<void>
  /** @throws when a file cannot be written now */
  probe(): Promise<void>
  /** Uploads that pass this server by; null when the store takes none. */
  readonly direct: DirectUploads | null
  readonly parts: PartStore
}

export interface ByteRange {
  start: number
  end: number
}

export interface KeptBytes {
  key: string
  /** In bytes. */
  size: number
  /** When it was kept. */
  at: Date
}

/** Parts of large files on their way. Names are made by us: letters, digits and dots. */
export interface PartStore {
  /** Moves a file of this machine into the store; another part of the name is replaced. */
  keep(name: string, path: string, size: number): Promise<void>
  open(name: string): Promise<NodeJS.ReadableStream>
  remove(name: string): Promise<void>
  /** With the prefix, in no order. */
  list(prefix: string): AsyncIterable<KeptBytes>
}

export interface DirectUploads {
  /** A request that brings exactly `size` bytes of `type` to the store, within `seconds`. */
  request(id: string, facts: { size: number; type: string; seconds: number }): Promise<DirectRequest>
  /** What was brought. @throws ENOENT when nothing was */
  open(id: string): Promise<NodeJS.ReadableStream>
  remove(id: string): Promise<void>
}

export interface DirectRequest {
  method: 'PUT'
  address: string
  headers: Record<string, string>
}

/** Setting that names another place than the data folder. */
const SETTING = 'FILES'

/** @throws Error in one line that names a wrong setting */
export function openFileStore(dataDirectory: string, environment: Readonly<Record<string, string | undefined>>): FileStore {
  const folder = join(dataDirectory, 'files')
  const address = environment[SETTING]
  return address ? createS3Store(readS3Address(address, environment), folder) : createFolderStore(folder)
}
