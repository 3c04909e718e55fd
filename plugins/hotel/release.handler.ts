/** The organiser cancels a booking; the guest is told. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

interface Released {
  id: string
  userId: string
  arrival: string
  hotel: LocalText
}

export default defineHandler('hotel.release', async ({ id }, context) => {
  const { userId, arrival, hotel } = await context.call<Released>('hotel.releaseRow', { id })
  await context.send('hotel.released', { userId }, { hotel: hotel[context.lang], arrival })
  return { id }
})
