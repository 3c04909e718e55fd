/** Saves a hotel with its kinds of room. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('hotel.save', async ({ id, competitionId, answers: sent }, context) => {
  const known = id === undefined ? null : await context.call('hotel.managed', { id })
  const place = known?.competitionId ?? competitionId
  if (place === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
  const { answers } = await context.documents.forms.submit({ id: 'hotel.edit' }, sent)
  const { rooms, ...hotel } = answers
  const values = { shown: false, description: null, ...hotel }
  if (known) await context.rows.save('hotel.hotel', known, values)
  const hotelId = known?.id ?? (await context.rows.create('hotel.hotel', { competitionId: place, ...values }))
  const kinds = rooms.map(({ breakfast = false, ...room }) => ({ ...room, breakfast }))
  await context.rows.keep('hotel.room', { hotelId, competitionId: place, removedAt: null }, kinds, {
    position: 'position',
    leaving: { removedAt: context.now.toISOString() },
  })
  return { id: hotelId }
})
