/** Who would stop sending to which address. The address is masked: links are passed on. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { subscriptionOf } from './bulk/unsubscribing.ts'

export default defineHandler('message.unsubscribing', async ({ key }, context) => {
  const { organisationId, channel, address, optOutId } = await subscriptionOf(key, context)
  const { db, platform } = context
  const organisation =
    organisationId === null
      ? undefined
      : await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  const sender = (organisation?.name ?? platform.app.site!.shortName) as { zh: string; en: string }
  return { sender, channel, address: masked(address), unsubscribed: optOutId !== null }
})

function masked(address: string): string {
  const [name, host] = address.split('@')
  return host ? `${name!.slice(0, 1)}***@${host}` : `${address.slice(0, 3)}****${address.slice(-4)}`
}
