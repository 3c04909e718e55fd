/** The message to the sender alone. Its link unsubscribes no one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertSender, bulkVariables, bulkWords, TEMPLATES } from './bulk/bulkMessage.ts'

const NO_KEY = 'test-message'

export default defineHandler('message.bulkTest', async (input, context) => {
  const words = await bulkWords(input, await assertSender(input, context), context)
  const { userId } = context.session
  const me = await context.db
    .selectFrom('account_user')
    .select(['name', 'phone', 'email'])
    .where('id', '=', userId!)
    .executeTakeFirstOrThrow()
  const address = input.channel === 'mail' ? me.email : me.phone
  if (!address) return context.fail('MESSAGE_NO_ADDRESS')
  const variables = bulkVariables(input.channel, words, { name: me.name, key: NO_KEY }, context.site)
  await context.messages.send(TEMPLATES[input.channel], { userId: userId!, address }, variables)
  return { address }
})
