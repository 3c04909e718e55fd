/** Keeps messages on the platform, where staff read them as they are: for development, demonstrations and tests. Sends nothing to anyone. */
import { defineProvider, type MessageChannel } from '../../runtime/core/contracts.ts'

export default defineProvider<MessageChannel>('delivery.outbox', 'channel', () => ({
  local: true,
  send: async () => ({ reference: null }),
}))
