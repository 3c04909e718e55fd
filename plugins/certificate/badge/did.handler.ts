/** The DID document of the platform: the public key of its badges, where `did:web` says it stands. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { toBase58 } from './base58.ts'
import { issuerKey, multikeyBytes } from './issuerKey.ts'
import { sendJson } from './sendJson.ts'

const FRESH_SECONDS = 3600

export default defineHandler('certificate.did', async (_, context) => {
  const { did, method, publicKey } = await issuerKey(context)
  const document = {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: [{ id: method, type: 'Multikey', controller: did, publicKeyMultibase: toBase58(multikeyBytes(publicKey)) }],
    assertionMethod: [method],
  }
  sendJson(context, document, { type: 'application/did+json', maxAge: FRESH_SECONDS })
  return null
})
