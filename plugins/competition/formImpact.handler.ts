/** What a version of the sign-up form would mean for those who have signed up or are about to: of this competition, and of the others that use its
 *  form for an event. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { formIdOf } from './signupForm.ts'

export default defineHandler<{ competitionId: string; content: object }>(
  'competition.formImpact',
  async ({ competitionId, content }, context) => {
    const { formId } = await readCompetition(context, competitionId)
    const id = formId ?? formIdOf(competitionId)
    const place = { entity: 'signup.registration', hash: 'formHash', answers: 'answers' }
    return context.forms.impact(id, content, [
      { ...place, where: [{ field: 'competitionId', in: await usersOf(id, competitionId, context) }] },
    ])
  },
)

async function usersOf(formId: string, competitionId: string, { db }: HandlerContext): Promise<string[]> {
  const own = db.selectFrom('competition_competition').select('id').where('formId', '=', formId)
  const events = db.selectFrom('competition_event').select('competitionId as id').where('formId', '=', formId)
  const rows = await own.union(events).execute()
  return [...new Set([competitionId, ...rows.map(({ id }) => String(id))])]
}
