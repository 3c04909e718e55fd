import type { Kernel } from '../validation/Kernel.ts'
import { refuse } from '../validation/refuse.ts'

/** Longest address that can be delivered to (RFC 5321). */
const MAX_LENGTH = 254

/** An address: one `@`, something before it, a domain with a dot after it, no spaces, at most 254 characters. Codes: `spaces`, `tooLong`
 *  {limit}, `format`. @see spec 5 (no spaces) */
export const email: Kernel<string, true> = (value) => {
  if (/\s/.test(value)) return refuse('spaces')
  if (value.length > MAX_LENGTH) return refuse('tooLong', { limit: MAX_LENGTH })
  const [local, domain, ...rest] = value.split('@')
  if (!local || !domain || rest.length > 0) return refuse('format')
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => label !== '') ? null : refuse('format')
}
