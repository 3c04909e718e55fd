/** Opens an uploaded competition file in the process for files of strangers, and looks at what is in it. */
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'
import type decoder from '../decoders/file.decoder.ts'
import { CONTENT_NAME, FILE_LIMITS } from './CompetitionFile.ts'
import { type ParsedFile, parseFile } from './parseFile.ts'

export interface OpenedFile extends ParsedFile {
  stored: StoredFile
  /** Bytes of a file that the content names; null when the zip does not hold it. */
  bytesOf(id: string): Uint8Array | null
}

/** @throws COMPETITION_FILE also for a file of someone else, COMPETITION_FILE_VERSION, FILE_EXCESSIVE, FILE_UNREADABLE */
export async function readFile(fileId: string, context: HandlerContext): Promise<OpenedFile> {
  const stored = await ownFile(fileId, context)
  const limits = { content: CONTENT_NAME, files: FILE_LIMITS.files }
  const { value, bytes = new Uint8Array() } = await context.files.decode<typeof decoder>('competition.file', stored, limits)
  const parsed = parseFile(value.content, context)
  return {
    ...parsed,
    stored,
    bytesOf(id) {
      const place = Object.hasOwn(parsed.files, id) ? value.files[parsed.files[id]!.path] : undefined
      return place ? bytes.subarray(place.from, place.from + place.size) : null
    },
  }
}

/** @throws COMPETITION_FILE */
export async function ownFile(fileId: string, { files, session, fail }: HandlerContext): Promise<StoredFile> {
  const stored = await files.get(fileId)
  return stored && stored.ownerId === session.userId && stored.type === 'application/zip' ? stored : fail('COMPETITION_FILE')
}
