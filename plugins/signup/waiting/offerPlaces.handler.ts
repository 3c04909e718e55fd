/** Job: a place of an event may be free. Those who wait for it are offered it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockWaited, offerAll } from './offerNext.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'signup.offerPlaces': { eventId: string }
  }
}

export default defineHandler('signup.offerPlaces', async (input, context) => {
  const { eventId } = input as { eventId: string }
  const place = await lockWaited(eventId, context)
  return { offers: place ? await offerAll(place, context) : 0 }
})
