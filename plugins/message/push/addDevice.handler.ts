/** Keeps a browser as a device of the person who uses it now. */
import { createHash } from 'node:crypto'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { PushChannel } from './pushChannel.ts'

const MAX = 20
/** Of an uncompressed point of P-256, and of the shared secret (RFC 8291). */
const KEY_BYTES = 65
const AUTH_BYTES = 16

export default defineHandler('message.addDevice', async ({ endpoint, p256dh, auth, name }, context) => {
  const { documents, rows, session, fail } = context
  const isWhole = bytesOf(p256dh) === KEY_BYTES && bytesOf(auth) === AUTH_BYTES
  if (!isWhole || !documents.service<PushChannel>('message.push')?.takes(endpoint)) return fail('PUSH_ADDRESS')
  const userId = session.userId!
  await context.lock('pushDevices', userId)
  const id = await rows.put('message.device', ['key'], { userId, key: keyOf(endpoint), endpoint, p256dh, auth, name })
  const own = await rows.all('message.device', { userId })
  for (const device of own.filter((each) => each.id !== id).slice(0, Math.max(0, own.length - MAX)))
    await rows.remove('message.device', device)
  return { id }
})

function keyOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex')
}

function bytesOf(text: string): number {
  return Buffer.from(text, 'base64url').length
}
