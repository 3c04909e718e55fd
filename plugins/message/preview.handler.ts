/** How many people a message goes to, who was not found, and what the first of them reads. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { messageVariables, variablesFor } from './message.ts'
import { findReceivers } from './receivers.ts'

export default defineHandler('message.preview', async (input, context) => {
  const values = await messageVariables(input, context)
  const { people, unknown } = await findReceivers(input, context)
  const { subject, text } = context.words(input.template, variablesFor(input.template, people[0]?.name ?? '', values, context))
  return { total: people.length, unknown, subject, text }
})
