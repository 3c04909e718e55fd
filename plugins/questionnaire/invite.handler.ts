/** Invites people by personal links: participants of a competition, or accounts. People who were invited before are skipped. Answers the id of the job. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { findReceivers, peopleNamed, reachablePeople } from '../message/receivers.ts'
import { hashOf, personKey } from './links.ts'
import { lockQuestionnaire, type Questionnaire } from './questionnaire.ts'

interface Input {
  id: string
  audience: 'competition' | 'accounts'
  competitionId?: string
  statuses?: number[]
  accounts?: string[]
  names?: string
}

export default defineHandler('questionnaire.invite', async (input, context) => {
  const row = await lockQuestionnaire(input.id, context)
  const { id } = row
  if (row.state !== 'open') return context.fail('QUESTIONNAIRE_CLOSED')
  const people = await peopleOf(input, context)
  if (people.length === 0) return context.fail('NOBODY_TO_SEND')
  const values = people.map((person) => ({ questionnaireId: id, userId: person.id }))
  const ids = await context.rows.createMissing('questionnaire.invitation', ['questionnaireId', 'userId'], values)
  if (ids.length === 0) return context.fail('QUESTIONNAIRE_INVITED')
  const made = await context.db.selectFrom('questionnaire_invitation').select('userId').where('id', 'in', ids).execute()
  await giveKeys(
    row,
    made.map(({ userId }) => userId),
    context,
  )
  await context.rows.record({ entity: 'questionnaire.invitation', rowId: id, before: null, after: logged(row, made.length) })
  return context.jobs.enqueue('questionnaire.sendInvitations', { id })
})

async function peopleOf(input: Input, context: HandlerContext): Promise<{ id: string }[]> {
  const { audience, competitionId, statuses } = input
  if (audience === 'competition') {
    const found = await findReceivers({ audience, ...(competitionId ? { competitionId } : {}), ...(statuses ? { statuses } : {}) }, context)
    return found.people
  }
  return (await peopleNamed(await reachablePeople(context), input, context)).people
}

/** One key for each person, in random order, so that a key does not tell whose it is. */
async function giveKeys({ id, mode, onePerPerson }: Questionnaire, users: string[], context: HandlerContext): Promise<void> {
  if (mode === 'named' || !onePerPerson) return
  const hashes = await Promise.all(users.map(async (userId) => hashOf(await personKey(id, userId, context))))
  const values = hashes.sort().map((hash) => ({ questionnaireId: id, hash }))
  await context.rows.createAll('questionnaire.key', values)
}

function logged({ id, organisationId, competitionId }: Questionnaire, count: number) {
  return { questionnaireId: id, organisationId, competitionId, count }
}
