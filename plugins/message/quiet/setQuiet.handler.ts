import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('message.setQuiet', async ({ from, until, zone }, { rows, session, fail }) => {
  if (!Intl.supportedValuesOf('timeZone').includes(zone)) return fail('ZONE_UNKNOWN', { zone })
  await rows.put('message.quiet', ['userId'], { userId: session.userId!, from, until, zone })
  return { from, until, zone }
})
