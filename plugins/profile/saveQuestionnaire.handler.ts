/** Keeps the person's answers to the questionnaire; the latest take the place of earlier ones. */
import { defineHandler } from '../../runtime/core/contracts.ts'

const FORM = 'profile.questionnaire'

export default defineHandler('profile.saveQuestionnaire', async (input, { db, session, forms, record }) => {
  const { hash, answers } = await forms.submit({ id: FORM }, input.answers)
  const values = { formHash: hash, answers }
  const { id } = await db
    .insertInto('profile_questionnaire')
    .values({ userId: session.userId!, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...values, updatedAt: new Date().toISOString() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({ entity: FORM, rowId: id, before: null, after: { formHash: hash, answers } })
  return null
})
