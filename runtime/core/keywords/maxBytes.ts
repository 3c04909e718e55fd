import { type FileFacts, fileName, filesOf } from '../validation/FileFacts.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

const UNITS = ['B', 'KB', 'MB', 'GB']

/** Each file at most so many bytes (a file without a size is refused). Codes: `tooLarge` {limit, size, name}, both as words such as `2 MB`.
 *  @see spec 5 (2 MB and 20 MB by use; read as "up to") */
export const maxBytes: KeywordCheck<FileFacts | readonly FileFacts[], number> = (value, limit) => {
  const large = filesOf(value).find((file) => typeof file.size !== 'number' || file.size > limit)
  if (!large) return null
  return refuse('tooLarge', {
    limit: sizeText(limit),
    size: typeof large.size === 'number' ? sizeText(large.size) : '?',
    name: fileName(large),
  })
}

/** `2097152` -> `2 MB`; one digit after the point, rounded up so that a file just too large does not read like the limit. */
function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${Math.ceil((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`
}
