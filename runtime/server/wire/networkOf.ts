/** The network that an address stands for when it is counted: an IPv4 address itself, of IPv6 the /64 that one connection is given, so that no one
 *  counts as many by changing the rest. */
import { isIPv6 } from 'node:net'

const GROUPS = 8
const PREFIX_GROUPS = 4

export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, PREFIX_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
