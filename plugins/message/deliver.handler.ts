/** The job behind a sending: puts the message into the inbox of each receiver. All in one transaction under a lock: a job that is tried again sends
 *  to no one twice. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { knownTemplate, wordsFor } from '../../runtime/core/knownNames.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'message.deliver': { taskId: string }
  }
}

export default defineHandler('message.deliver', async ({ taskId }, context) => {
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
  const template = knownTemplate(task.template, context.platform)
  for (const [at, { id, name }] of people.entries()) {
    const words = wordsFor(template, { ...task.variables, name }, context.platform)
    await context.messages.send(template, { userId: id }, words)
    await context.jobs.progress({ done: (at + 1) / people.length })
  }
  await context.rows.transitionWhere('message.life', 'finish', { id: taskId }, { total: people.length })
  return { total: people.length }
})
