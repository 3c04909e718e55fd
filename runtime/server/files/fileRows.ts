/** Rows of `platform.file`: what is known of a file. */
import type { Database, StoredFile } from '../../core/contracts.ts'
import { isFileKey } from '../../core/storedFile.ts'

/** What is known of a file that comes from outside. `ticket`: by which it came, once; `size`: what it has to be, in bytes. */
export interface Taken {
  name: string
  purpose: string
  ownerId: string | null
  ticket?: string
  size?: number
}

interface FileRow extends Omit<StoredFile, 'id'> {
  key: string
  purpose: string
  sha256: string
  ticket?: string
}

/** Keeps what is known of a file whose bytes are in the store. */
export async function insertFile(db: Database, row: FileRow): Promise<StoredFile> {
  await db.insertInto('platform_file').values(row).execute()
  return facts(row)
}

/** Null when there is no such file. */
export async function readFile(db: Database, key: string): Promise<StoredFile | null> {
  if (!isFileKey(key)) return null
  const row = await db
    .selectFrom('platform_file')
    .select(['key', 'name', 'size', 'type', 'width', 'height', 'ownerId'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? facts(row as FileRow) : null
}

function facts({ key, name, size, type, width, height, ownerId }: Omit<FileRow, 'purpose' | 'sha256'>): StoredFile {
  return { id: key, name, size, type, width, height, ownerId }
}
