/** Signs requests to Alibaba Cloud by its V3 scheme, ACS3-HMAC-SHA256.
 *  @see https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature */
import { createHash, createHmac } from 'node:crypto'

export interface AliyunRequest {
  method: 'GET' | 'POST'
  host: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  /** ISO 8601 UTC, whole seconds: `2026-11-21T08:00:00Z`. */
  date: string
  /** Never used twice. */
  nonce: string
  keyId: string
  keySecret: string
}

const ALGORITHM = 'ACS3-HMAC-SHA256'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Query in canonical order, and the headers to send (without `host`, which the client sets). The body is empty. */
export function signAliyun(request: AliyunRequest): { query: string; headers: Record<string, string> } {
  const { method, host, action, version, date, nonce, keyId, keySecret } = request
  const query = Object.entries(request.query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const bodyHash = sha256('')
  const headers: Record<string, string> = {
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const signed = Object.entries({ ...headers, host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonical = [method, '/', query, lines, names, bodyHash].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  return { query, headers: { ...headers, authorization: `${ALGORITHM} Credential=${keyId},SignedHeaders=${names},Signature=${signature}` } }
}

/** RFC 3986: `encodeURIComponent` leaves a few characters that the scheme encodes. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
