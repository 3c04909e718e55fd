/** Takes a sending down and queues it; answers the task and its job. The receivers are found now: who comes later is not meant. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertOnPlatform } from './bulk/bulkMessage.ts'
import { messageFor, messageVariables } from './message.ts'
import { assertCompetition, findReceivers } from './receivers.ts'

export default defineHandler('message.send', async (input, context) => {
  const variables = await messageVariables(input, context)
  const { people } = await findReceivers(input, context)
  await assertOnPlatform(input, context)
  if (people.length === 0) return context.fail('NOBODY_TO_SEND')
  const { audience, competitionId = null, eventId, statuses, roles, accounts, expertGroups } = input
  const competition = audience === 'competition' && competitionId ? await assertCompetition(competitionId, context) : null
  const { subject, text } = messageFor(input, '…', variables, context)
  const row = {
    template: input.template,
    subject,
    text,
    variables,
    audience,
    filter: { eventId, statuses, roles, accounts, expertGroups },
    competitionId: audience === 'competition' ? competitionId : null,
    organisationId: competition?.organisationId ?? input.organisationId ?? null,
    total: people.length,
    senderId: context.session.userId,
  }
  const taskId = await context.rows.create('message.task', row)
  await context.rows.createAll(
    'message.receipt',
    people.map(({ id: userId }) => ({ taskId, userId })),
  )
  return { id: taskId, jobId: await context.jobs.enqueue('message.deliver', { taskId }) }
})
