/** A person corrects a registration that was sent back. The answers stay at the form version they were first given with; the place is still held. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionSignupEdit } from '../generated/enums.ts'
import { competitionFacts } from './competitionFacts.ts'
import { registrationNames } from './registrationNames.ts'

interface ResubmitInput {
  id: string
  formHash: string
  answers: Record<string, unknown>
}

export default defineHandler<ResubmitInput>('signup.resubmit', async ({ id, formHash, answers: given }, context) => {
  await context.call('signup.own', { id })
  const before = await context.db.selectFrom('signup_registration').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const competition = await competitionFacts(before.competitionId, context)
  if (competition.signupEdit !== competitionSignupEdit.supplementaryMaterialsMayBeSubmitted) context.fail('SIGNUP_CLOSED')
  if (before.formHash !== formHash) context.fail('FORM_CHANGED', { hash: before.formHash })
  const { answers } = await context.forms.submit({ hash: formHash }, given, undefined, before.answers)
  const row = await context.transition('signup.review', 'resubmit', id)
  const names = await registrationNames(competition, answers, context)
  await context.db
    .updateTable('signup_registration')
    .set({ answers: JSON.stringify(answers), ...names })
    .where('id', '=', id)
    .execute()
  await context.record({ entity: 'signup.registration', rowId: id, before: { answers: before.answers }, after: { answers, ...names } })
  return { id, status: row.status }
})
