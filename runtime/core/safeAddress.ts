/** Addresses that people wrote: in links, in formatted text, in parameters that say where to return to. */

/** Schemes a link may have; every other one (`javascript:`, `data:`, `vbscript:` ...) is refused. */
const SAFE_SCHEME = /^(https?:|mailto:|tel:)/i
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** Browsers drop control characters inside an address and read `\` as `/`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const IGNORED = /[\u0000-\u001f\u007f]/g
const CALL = /^\/(?:api|nodeapi)\//
const OTHER_HOST = /^[/\\]{2}/

/** The address that a `navigate` or a link means: relative to nothing, always from the root; foreign and script addresses are refused. */
export function safeAddress(written: string): string | null {
  const address = written.replace(IGNORED, '').trim()
  if (SAFE_SCHEME.test(address)) return address
  if (ANY_SCHEME.test(address) || OTHER_HOST.test(address)) return null
  if (/^[/?#]/.test(address)) return address
  return address.startsWith('\\') ? null : `/${address}`
}

/** True when the address leaves the application: another site, or a call of the server, which no page stands for. */
export function isForeign(address: string): boolean {
  return ANY_SCHEME.test(address) || CALL.test(address)
}
