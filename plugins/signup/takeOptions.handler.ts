/** A registration takes its place: so do the options that it chose. Who signs up is shown the field; to the others it is full. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'

export default defineHandler('signup.takeOptions', async ({ row, transition }, context) => {
  const { formHash: hash, answers } = row as { formHash: string; answers: unknown }
  try {
    await context.documents.forms.movePlaces({ hash }, null, answers)
  } catch (error) {
    if (transition === 'submit' || !(error instanceof AgonError)) throw error
    context.fail('FULL')
  }
})
