/** The job behind a sending: puts the message into the inbox of each receiver. All in one transaction under a lock: a job that is tried again sends
 *  to no one twice. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { variablesFor } from './message.ts'

export default defineHandler<'message.deliver', { taskId: string }>('message.deliver', async ({ taskId }, context) => {
  const { db } = context
  await context.lock('messageTask', taskId)
  const task = await db.selectFrom('message_task').selectAll().where('id', '=', taskId).executeTakeFirst()
  if (task?.state !== 'sending') return { total: task?.total ?? 0 }
  const people = await db
    .selectFrom('message_receipt as r')
    .innerJoin('account_user as u', 'u.id', 'r.userId')
    .select(['u.id', 'u.name'])
    .where('r.taskId', '=', taskId)
    .orderBy('u.id')
    .execute()
  for (const [at, { id, name }] of people.entries()) {
    await context.messages.send(
      task.template,
      { userId: id },
      variablesFor(task.template, name, task.variables as Record<string, string>, context),
    )
    await context.jobs.progress({ done: (at + 1) / people.length })
  }
  const sentAt = context.now.toISOString()
  // the objects go along, so that their organisers find the entry in their log
  const { organisationId, competitionId } = task
  await context.rows.save('message.task', task, { state: 'sent', total: people.length, sentAt }, { of: { organisationId, competitionId } })
  return { total: people.length }
})
