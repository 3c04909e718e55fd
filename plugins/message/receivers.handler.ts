/** Who was sent a message by a task that the person may see. */

import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'

export default defineHandler('message.receivers', async ({ taskId, pageNum = 1, pageSize = 20, search }, context) => {
  const { list } = await context.call('message.tasks', { id: taskId })
  if (list.length === 0) context.fail('NOT_FOUND', { entity: 'message.task', id: taskId })
  let found = context.db
    .selectFrom('message_receipt as r')
    .innerJoin('account_user as u', 'u.id', 'r.userId')
    .where('r.taskId', '=', taskId)
  if (search) found = found.where(sql<boolean>`platform_finds(u.name, ${searchForm(search)})`)
  const [rows, { total }] = await Promise.all([
    found
      .select(['u.id', 'u.name'])
      .orderBy('u.id')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { list: rows.map(({ id, name }) => ({ id, name })), total: Number(total), pageNum, pageSize }
})
