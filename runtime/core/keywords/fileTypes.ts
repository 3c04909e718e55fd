import { type FileFacts, fileName, filesOf } from '../validation/FileFacts.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** Each file of one of these types: extensions (`pdf`, `.pdf`) or media types (`application/pdf`, `image/*`). An extension is compared with the
 *  name, a media type with the sniffed type; case does not matter. Codes: `type` {allowed, name}. @see spec 5 (unsupported types rejected) */
export const fileTypes: KeywordCheck<FileFacts | readonly FileFacts[], readonly string[]> = (value, limit) => {
  const refused = filesOf(value).find((file) => !limit.some((type) => isOfType(file, type.toLowerCase())))
  return refused ? refuse('type', { allowed: limit.map(shortName).join(', '), name: fileName(refused) }) : null
}

function isOfType(file: FileFacts, type: string): boolean {
  if (!type.includes('/'))
    return fileName(file)
      .toLowerCase()
      .endsWith(`.${type.replace(/^\./, '')}`)
  const media = typeof file.type === 'string' ? file.type.toLowerCase() : ''
  return type.endsWith('/*') ? media.startsWith(type.slice(0, -1)) : media === type
}

/** What a person reads: `pdf` for `.pdf` and for `application/pdf`. */
function shortName(type: string): string {
  return type.includes('/') ? type.replace(/^.*\/(?!\*)/, '') : type.replace(/^\./, '')
}
