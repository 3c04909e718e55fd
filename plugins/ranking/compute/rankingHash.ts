import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../runtime/core/documents/contentHash.ts'

/** SHA-256 over everything in a ranking file but its own `hash`, in hexadecimal. */
export function rankingHash({ hash: _, ...content }: Record<string, unknown> & { hash?: unknown }): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}
