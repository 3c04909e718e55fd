/** Posts to addresses that strangers have named. The host is resolved once, every address it has is checked, and the connection goes to a checked
 *  one: a name that answers otherwise a moment later reaches nothing else. Redirects are not followed, and of the answer only the status is read. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { WebhookOutcome } from '../../runtime/core/contracts.ts'

const TIMEOUT_MS = 10_000
const LOCAL_PORTS = 1024

interface Posted {
  url: string
  body: string | Buffer
  headers: Readonly<Record<string, string>>
}

/** Whether an address may be asked, as far as its text tells. @param isOpen  this machine may be asked too: for tests */
export function isAskable(url: string, isOpen: boolean): boolean {
  return addressOf(url, isOpen) !== null
}

/** Never throws: what went wrong is `problem`. */
export async function postGuarded({ url, body, headers }: Posted, isOpen: boolean): Promise<WebhookOutcome> {
  const address = addressOf(url, isOpen)
  if (!address) return { status: null, problem: 'address' }
  const found = await resolve(address, isOpen)
  return typeof found === 'string' ? { status: null, problem: found } : post(address, found, { body, headers })
}

/** Null for what is never asked: another scheme, a port of other services, an address of a private network, a name and password. */
function addressOf(url: string, isOpen: boolean): URL | null {
  if (!URL.canParse(url)) return null
  const address = new URL(url)
  const isScheme = address.protocol === 'https:' || (isOpen && address.protocol === 'http:')
  const port = Number(address.port || 443)
  if (!isScheme || address.username || address.password || (port !== 443 && port < LOCAL_PORTS)) return null
  const host = hostOf(address)
  if (host === '' || host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.local') || host.endsWith('.internal'))
    return isOpen ? address : null
  return isIP(host) === 0 || isOpen || isPublicAddress(host) ? address : null
}

/** Without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase()
}

async function resolve(address: URL, isOpen: boolean): Promise<LookupAddress | 'address' | 'network'> {
  try {
    const found = await lookup(hostOf(address), { all: true, verbatim: true })
    const [first] = found
    // one private address among public ones is a trap, not a choice
    if (!first || (!isOpen && !found.every((each) => isPublicAddress(each.address)))) return first ? 'address' : 'network'
    return first
  } catch {
    return 'network'
  }
}

function post(
  address: URL,
  { address: ip, family }: LookupAddress,
  { body, headers }: Pick<Posted, 'body' | 'headers'>,
): Promise<WebhookOutcome> {
  return new Promise((done) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
      // the address that was checked: the name may resolve to another one by now
      lookup: (_host, how, answer) => (how.all ? answer(null, [{ address: ip, family }]) : answer(null, ip, family)),
    }
    const ask = address.protocol === 'https:' ? requestSecure : requestPlain
    const asked = ask(address, options, (reply) => {
      const status = reply.statusCode ?? 0
      reply.destroy()
      done({ status, problem: status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status' })
    })
    asked.on('error', () => done({ status: null, problem: signal.aborted ? 'timeout' : 'network' }))
    asked.end(body)
  })
}

const CLOSED = new BlockList()
// RFC 6890 and the registries behind it: this host, private, shared, loopback, link-local, documentation, benchmarks, multicast, reserved
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  CLOSED.addSubnet(net, bits)
/** Of IPv6 only what is given out to the public, without the ways in which it carries IPv4. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
const CLOSED_V6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CLOSED_V6.addSubnet(net, bits, 'ipv6')

/** Whether anyone on the internet means the same machine by it. */
export function isPublicAddress(ip: string): boolean {
  const kind = isIP(ip)
  if (kind === 4) return !CLOSED.check(ip)
  return kind === 6 && PUBLIC_V6.check(ip, 'ipv6') && !CLOSED_V6.check(ip, 'ipv6')
}
