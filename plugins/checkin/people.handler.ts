/** People to check in by name. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { findAttendees } from './people.ts'

const MAX = 20

export default defineHandler('checkin.people', async ({ competitionId, search }, context) => {
  const found = search.trim() === '' ? [] : await findAttendees(competitionId, search.trim(), MAX, context)
  const list = found.map(({ holder, name, team, school, event, arrivalId, arrivedAt, by }) => ({
    holder,
    name,
    team,
    school,
    event,
    arrivalId,
    arrivedAt,
    by,
  }))
  return { list }
})
