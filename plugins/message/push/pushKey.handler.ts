/** The public key of push notices. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { PushChannel } from './pushChannel.ts'

export default defineHandler('message.pushKey', async (_input, { documents }) => ({
  key: (await documents.service<PushChannel>('message.push')?.publicKey()) ?? null,
}))
