import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** One external link: an absolute http or https address and nothing else. Codes: `several`, `format`. @see spec 5 (one external link only) */
export const oneLink: KeywordCheck<string, true> = (value) => {
  const parts = value.split(/[\s,，;；、]+/).filter((part) => part !== '')
  if (parts.filter(isLink).length > 1) return refuse('several')
  return parts.length === 1 && parts[0] === value && isLink(value) ? null : refuse('format')
}

function isLink(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  try {
    const { hostname } = new URL(text)
    return hostname.includes('.') || hostname.startsWith('[')
  } catch {
    return false
  }
}
