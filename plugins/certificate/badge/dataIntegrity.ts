/** Signs and checks JSON by the W3C suite eddsa-jcs-2022: Ed25519 over the SHA-256 of the proof's settings and of the document, both as canonical JSON (RFC 8785). Needs no network and no JSON-LD. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { canonicalJson } from '../../../runtime/core/documents/contentHash.ts'
import { fromBase58, toBase58 } from './base58.ts'

export type Json = Record<string, unknown>
interface Proof extends Json {
  proofValue: string
}

/** @param created  ISO 8601 */
export function signJson(
  document: Json,
  { method, privateKey, created }: { method: string; privateKey: KeyObject; created: string },
): Json {
  const settings = {
    '@context': document['@context'],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created,
    verificationMethod: method,
    proofPurpose: 'assertionMethod',
  }
  return { ...document, proof: { ...settings, proofValue: toBase58(sign(null, signedBytes(document, settings), privateKey)) } }
}

/** Whether the document is as the key of 32 bytes signed it. */
export function isSignedBy({ proof, ...document }: Json, publicKey: Buffer): boolean {
  const { proofValue, ...settings } = (proof ?? {}) as Proof
  const value = typeof proofValue === 'string' ? fromBase58(proofValue) : null
  if (value === null || settings.type !== 'DataIntegrityProof' || settings.cryptosuite !== 'eddsa-jcs-2022') return false
  if (settings.proofPurpose !== 'assertionMethod' || canonicalJson(settings['@context']) !== canonicalJson(document['@context']))
    return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' })
  return verify(null, signedBytes(document, settings), key, value)
}

function signedBytes(document: Json, settings: Json): Buffer {
  const hash = (value: Json) => createHash('sha256').update(canonicalJson(value)).digest()
  return Buffer.concat([hash(settings), hash(document)])
}
