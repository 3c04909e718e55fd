/** How the channels stand: which keep their messages on the platform, which are off, how many messages wait and how many were given up. */
import { defineHandler, type MessageChannel } from '../../runtime/core/contracts.ts'

export default defineHandler('delivery.channels', async (_input, { db, platform, documents }) => {
  const channels = [...platform.documents.service.values()].filter(({ delivery }) => delivery)
  const local = channels.filter(({ id }) => documents.service<MessageChannel>(id)?.local).map(({ delivery }) => delivery!.channel)
  const off = channels.filter(({ id }) => documents.service(id) === null).map(({ delivery }) => delivery!.channel)
  const rows = await db
    .selectFrom('platform_outbox')
    .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
    .where('state', 'in', ['waiting', 'dead'])
    .groupBy('state')
    .execute()
  const count = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { local, off, waiting: count('waiting'), dead: count('dead') }
})
