/** Preview of a message: the number of receivers, the names that were not found, and the text that the first receiver reads. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertOnPlatform } from './bulk/bulkMessage.ts'
import { messageFor, messageVariables } from './message.ts'
import { findReceivers } from './receivers.ts'

export default defineHandler('message.preview', async (input, context) => {
  const values = await messageVariables(input, context)
  const { people, unknown } = await findReceivers(input, context)
  await assertOnPlatform(input, context)
  const { subject, text } = messageFor(input, people[0]?.name ?? '', values, context)
  return { total: people.length, unknown, subject, text }
})
