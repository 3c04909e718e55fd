/** Publishes the draft of the sign-up form; who changed nothing publishes what a new one begins as. @throws DOCUMENT_INVALID with every mistake and
 *  its place */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { describeForm, publishForm, storeForm } from '../studio/designedForm.ts'
import { changeCompetition, lockCompetition } from './competition.ts'
import { placeOf, STARTER } from './signupForm.ts'

export default defineHandler<{ competitionId: string; note?: string }>(
  'competition.publishForm',
  async ({ competitionId, note }, context) => publishForm(await storedForm(competitionId, context), note, context),
)

async function storedForm(competitionId: string, context: HandlerContext): Promise<string> {
  const row = await lockCompetition(context, competitionId)
  if (row.formId !== null) return row.formId
  const { content } = await describeForm(placeOf(row), STARTER, context)
  const { formId } = await storeForm(placeOf(row), content, context)
  await changeCompetition(context, row, { formId })
  return formId
}
