/** The files and documents of a competition that comes as a file. */
import { Readable } from 'node:stream'
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'
import type { Sources } from '../parts/Sources.ts'
import type { OpenedFile } from './readFile.ts'

/** @param stored  the files that were kept, by their ids in the file; without it nothing is kept yet, and rows name no files */
export function fileSources({ forms, prints }: OpenedFile, stored: ReadonlyMap<string, StoredFile> = new Map()): Sources {
  const content = { form: forms, print: prints }
  return {
    isForeign: true,
    file: async ({ id }) => stored.get(id) ?? null,
    shown: async (id) => stored.get(id) ?? null,
    document: async (kind, id) => (Object.hasOwn(content[kind], id) ? content[kind][id]! : null),
  }
}

/** Keeps the files that the zip holds, each looked at as an upload is. Never inside a transaction. @throws FILE_TYPE, FILE_IMAGE, FILE_ACTIVE, FILE_EXCESSIVE, FILE_INFECTED */
export async function storeFiles(opened: OpenedFile, { files, jobs }: HandlerContext): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>()
  const named = Object.entries(opened.files)
  for (const [id, { name }] of named) {
    const bytes = opened.bytesOf(id)
    if (bytes) stored.set(id, await files.store(Readable.from([bytes]), { name, purpose: 'competition' }))
    await jobs.progress({ done: stored.size / (named.length + 1) })
  }
  return stored
}
