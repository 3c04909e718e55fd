/** Where sign-in may bring someone back to. The one rule for both ends: the page that starts it, the call that issues a ticket and the call that
 *  redeems it. An address is a path of the own host, or an address of a host that the app document lists; nothing else, however it is written. */

const MAX_LENGTH = 2000
/** Browsers drop tabs and line ends inside addresses and read a backslash as a slash: such an address is not what it looks like. */
const DISGUISE = /[\p{Cc}\s\\]/u
const BASE = 'http://own.invalid'

/**
 * The address as browsers write it, or null when no one may be sent there.
 * @param address  `/path?query#hash`, or absolute
 * @param allowed  origins as `https://www.example.org`
 */
export function acceptReturn(address: unknown, allowed: readonly string[]): string | null {
  if (typeof address !== 'string' || address.length > MAX_LENGTH || DISGUISE.test(address)) return null
  return address.startsWith('/') ? ownPath(address) : listedAddress(address, allowed)
}

function ownPath(address: string): string | null {
  const url = parse(address)
  if (url?.origin !== BASE || address.startsWith('//')) return null
  const path = url.pathname + url.search + url.hash
  // "/.//host" is the path "//host", which is an address of another host when it is read again
  return path.startsWith('//') ? null : path
}

function listedAddress(address: string, allowed: readonly string[]): string | null {
  const url = /^https?:\/\/[^/]/i.test(address) ? parse(address) : null
  if (!url || url.username || url.password || !allowed.includes(url.origin)) return null
  return url.href
}

function parse(address: string): URL | null {
  return URL.canParse(address, BASE) ? new URL(address, BASE) : null
}

/** The address with one more query parameter; the rest stays as it is written. */
export function withParameter(address: string, name: string, value: string): string {
  const [, path, hash] = /^([^#]*)(#.*)?$/s.exec(address) as unknown as [string, string, string | undefined]
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}${hash ?? ''}`
}

/** The address without a query parameter; the rest stays as it is written. */
export function withoutParameter(address: string, name: string): string {
  const [, path, query, hash] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) as unknown as [string, string, string?, string?]
  const kept = (query ?? '').split('&').filter((pair) => pair !== '' && pair !== name && !pair.startsWith(`${name}=`))
  return `${path}${kept.length ? `?${kept.join('&')}` : ''}${hash ?? ''}`
}
