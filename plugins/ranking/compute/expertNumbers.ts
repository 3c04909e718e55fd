import { createHash } from 'node:crypto'

/** Experts -> numbers from 1, in an order that tells nothing about them and is the same for the same salt. */
export function expertNumbers(userIds: Iterable<string>, salt: string): Map<string, number> {
  const drawn = (id: string) => createHash('sha256').update(`${salt}:${id}`).digest('hex')
  const order = [...new Set(userIds)].map((id) => ({ id, at: drawn(id) })).sort((one, other) => (one.at < other.at ? -1 : 1))
  return new Map(order.map(({ id }, at) => [id, at + 1]))
}
