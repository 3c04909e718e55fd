/** Adds people to the list of those who need no invite code, as they were pasted. The list never says who has an account. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readAccounts } from '../../runtime/core/typed/readPeople.ts'
import { lockCompetition } from './competition.ts'
import { eventFacts } from './competitionFacts.ts'

const MAX = 5000

export default defineHandler('competition.addPreapproved', async ({ competitionId, eventId = null, people }, context) => {
  const values = [...new Set(readAccounts(people).map(({ account }) => account))]
  if (values.length > MAX) return context.fail('PREAPPROVED_TOO_MANY', { max: MAX })
  const { organisationId } = await lockCompetition(context, competitionId)
  if (eventId !== null && !(await eventFacts(competitionId, eventId, context))) return context.fail('EVENT_UNKNOWN')
  const lines = values.map((value) => ({ competitionId, organisationId, eventId, value }))
  const added = await context.rows.createMissing('competition.preapproved', ['competitionId', 'value'], lines)
  return { added: added.length, known: values.length - added.length }
})
