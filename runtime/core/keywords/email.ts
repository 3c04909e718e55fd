import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** Longest address that can be delivered to (RFC 5321). */
const MAX_LENGTH = 254
const LOCAL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u
const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u
/** In no part of an address that is not quoted: brackets, commas, colons, quotes, invisible characters. */
const FOREIGN = /[^\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~@\s-]/u

/** An address: one `@`, something before it, a domain with a dot after it, no spaces, no punctuation of lists around it, at most 254 characters.
 *  Codes: `spaces`, `tooLong` {limit}, `character` {character}, `format`. @see spec 5 (no spaces) */
export const email: KeywordCheck<string, true> = (value) => {
  if (/\s/.test(value)) return refuse('spaces')
  if (value.length > MAX_LENGTH) return refuse('tooLong', { limit: MAX_LENGTH })
  const [foreign] = FOREIGN.exec(value) ?? []
  if (foreign !== undefined) return refuse('character', { character: foreign })
  const [local, domain, ...rest] = value.split('@')
  if (!local || !domain || rest.length > 0) return refuse('format')
  const labels = domain.split('.')
  return LOCAL.test(local) && labels.length > 1 && labels.every((label) => LABEL.test(label)) ? null : refuse('format')
}
