/** What the platform asks of the provider of push notices, and the keys with which it names itself to push services (VAPID, RFC 8292): P-256, made from the
 *  platform's secret, so that every process has the same and no row holds them. */
import { createECDH } from 'node:crypto'
import type { MessageChannel, SignedValues } from '../../../runtime/core/contracts.ts'

const PURPOSE = 'message.pushKey'

export interface PushChannel extends MessageChannel {
  /** Whether notices may go to this address at all. */
  takes(endpoint: string): boolean
  /** Base64url, as browsers take it. */
  publicKey(): Promise<string>
}

/** Both in base64url. A secret outside of the curve's order, one in 2^32, would be refused by `setPrivateKey`. */
export async function pushKeys(signed: SignedValues): Promise<{ publicKey: string; privateKey: string }> {
  const halves = await Promise.all(['0', '1'].map((half) => signed.derive(PURPOSE, half)))
  const secret = Buffer.concat(halves.map((half) => Buffer.from(half, 'base64url')))
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}
