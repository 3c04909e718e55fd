/** The key with which the platform signs badges: Ed25519, made from the platform's secret, so that every process has the same and no row holds it. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** DER of PKCS #8 before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PURPOSE = 'certificate.badgeKey'
/** Multicodec of an Ed25519 public key. */
const ED25519_PUB = Buffer.from([0xed, 0x01])

export interface IssuerKey {
  /** `did:web` of the site. */
  did: string
  /** Id of the key in the DID document. */
  method: string
  privateKey: KeyObject
  /** 32 bytes. */
  publicKey: Buffer
}

export async function issuerKey({ people, site }: Pick<HandlerContext, 'people' | 'site'>): Promise<IssuerKey> {
  const halves = await Promise.all(['0', '1'].map((half) => people.signed.derive(PURPOSE, half)))
  const seed = Buffer.concat(halves.map((half) => Buffer.from(half, 'base64url')))
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const did = didOf(site)
  return { did, method: `${did}#key-1`, privateKey, publicKey: Buffer.from(x!, 'base64url') }
}

/** A port is part of the name, its colon percent-encoded (did:web, section 3.1). */
export function didOf(site: string): string {
  return `did:web:${new URL(site).host.replace(':', '%3A')}`
}

/** The key as a DID document names it. */
export function multikeyBytes(publicKey: Buffer): Buffer {
  return Buffer.concat([ED25519_PUB, publicKey])
}
