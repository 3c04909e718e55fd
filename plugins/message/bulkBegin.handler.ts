/** Job, at the time that a sending was put off to, with the rights that its sender has then: people who no longer match are skipped, those who match
 *  since are added as far as the quota goes, and it begins. A sender who may not send any more ends it. */

import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { assertSender, type BulkChannel, type BulkInput, type BulkWords, isBulk } from './bulk/bulkMessage.ts'
import { bulkQuota } from './bulk/bulkQuota.ts'
import { type BulkPerson, bulkReach } from './bulk/bulkReach.ts'
import { addReceipts } from './bulk/receipts.ts'
import { skipBulk } from './bulk/settleBulk.ts'
import { findReceivers, type Receivers } from './receivers.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'message.bulkBegin': { taskId: string }
  }
}

export default defineHandler('message.bulkBegin', async ({ taskId }, context) => {
  await context.lock('messageTask', taskId)
  const task = await context.db.selectFrom('message_task').selectAll().where('id', '=', taskId).executeTakeFirst()
  if (task?.state !== 'scheduled' || !isBulk(task)) return { begun: false }
  const input: BulkInput = { ...task.filter, ...compact(task), text: { zh: '' }, audience: task.audience }
  const people = task.audience === 'accounts' ? null : await stillMeant(input, context)
  if (people === 'refused') {
    await skipBulk({ taskIds: [taskId], reason: 'cancelled' }, context)
    await context.rows.transition('message.life', 'refuse', taskId)
    return { begun: false }
  }
  if (people) await follow(taskId, { ...task, words: task.variables }, people, context)
  await context.rows.transition('message.life', 'begin', taskId)
  return { begun: true }
})

function compact({ channel, competitionId, organisationId }: Omit<Sending, 'words'>) {
  return { channel, ...(competitionId && { competitionId }), ...(organisationId && { organisationId }) }
}

async function stillMeant(input: BulkInput, context: HandlerContext): Promise<Receivers['people'] | 'refused'> {
  try {
    await assertSender(input, context)
    return (await findReceivers(input, context)).people
  } catch (error) {
    if (error instanceof AgonError) return 'refused'
    throw error
  }
}

interface Sending {
  channel: BulkChannel
  words: BulkWords
  organisationId: string | null
  competitionId: string | null
}

async function follow(taskId: string, { channel, words, ...sender }: Sending, people: Receivers['people'], context: HandlerContext) {
  const { organisationId, competitionId } = sender
  const before = await context.db.selectFrom('message_receipt').select('userId').where('taskId', '=', taskId).execute()
  const [known, meant] = [new Set(before.map(({ userId }) => String(userId))), new Set(people.map(({ id }) => id))]
  const gone = [...known].filter((id) => !meant.has(id))
  await skipBulk({ taskIds: [taskId], reason: 'notMeant', people: gone }, context)
  const of = { channel, words, sender: { organisationId, competitionId } }
  const found = await bulkReach(people, of, context)
  const { left } = (await bulkQuota(organisationId, context))[channel]
  const fresh = withinQuota(
    found.filter(({ userId }) => !known.has(userId)),
    left,
  )
  await addReceipts(fresh, { id: taskId, ...of }, context)
  const total = await context.db
    .selectFrom('message_receipt')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('taskId', '=', taskId)
    .where('state', '!=', 'skipped')
    .executeTakeFirstOrThrow()
  await context.rows.save('message.task', { id: taskId }, { total: Number(total.count) })
}

function withinQuota(people: readonly BulkPerson[], left: number | null): BulkPerson[] {
  let rest = left ?? Number.POSITIVE_INFINITY
  return people.map((person) => {
    if (person.reason !== null) return person
    rest -= person.units
    return rest < 0 ? { ...person, address: null, reason: 'quota' as const, units: 0 } : person
  })
}
