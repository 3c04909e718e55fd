/** The hash of a content: SHA-256 of its JSON without white space. The order of keys matters: the properties of a form are in the order of its
 *  fields. */
import { sha256 } from './sha256.ts'

/** @returns 64 hexadecimal digits; equal for values with the same JSON */
export function contentHash(value: unknown): string {
  return sha256(JSON.stringify(value))
}

/** JSON with sorted keys (by UTF-16 units) and no white space (order and form of RFC 8785), for contents whose order of keys does not matter, such
 *  as the body of a request. Keys whose value is undefined are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const object = value as Record<string, unknown>
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`)
  return `{${members.join(',')}}`
}
