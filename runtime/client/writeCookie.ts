/** Writes cookies, for facts that other hosts of the platform need too. Everything else is in the browser's storage. */
import { SECONDS_PER_DAY } from '../core/time.ts'

/** @param domain  ignored on hosts that do not lie below it: the browser would refuse the cookie */
export function writeCookie(name: string, value: string, { days, domain }: { days: number; domain?: string }): void {
  const shared = domain && `.${location.hostname}`.endsWith(`.${domain}`) ? `; domain=${domain}` : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Firefox and Safari before 18.4
  document.cookie = `${name}=${value}; path=/; max-age=${days * SECONDS_PER_DAY}; samesite=lax${shared}`
}
