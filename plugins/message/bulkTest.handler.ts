/** The message to the sender alone, by each channel. Its link unsubscribes no one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertSender, bulkVariables, bulkWords, channelsOf, TEMPLATES } from './bulk/bulkMessage.ts'

const NO_KEY = 'test-message'

export default defineHandler('message.bulkTest', async (input, context) => {
  const sender = await assertSender(input, context)
  const { userId } = context.session
  const me = await context.rows.get('account.user', userId!)
  const addresses = { mail: me.email, sms: me.phone, message: me.name, push: me.name }
  const sent = channelsOf(input, context).filter((channel) => addresses[channel])
  if (sent.length === 0) return context.fail('MESSAGE_NO_ADDRESS')
  for (const channel of sent) {
    const words = await bulkWords(input, channel, sender, context)
    const variables = bulkVariables(channel, words, { name: me.name, key: NO_KEY }, context)
    const to = channel === 'message' || channel === 'push' ? { userId: userId! } : { userId: userId!, address: addresses[channel]! }
    await context.messages.send(TEMPLATES[channel], to, variables)
  }
  return { address: sent.map((channel) => addresses[channel]).join(', ') }
})
