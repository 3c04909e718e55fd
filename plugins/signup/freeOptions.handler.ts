/** A registration gives its place back: so do the options that it chose. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('signup.freeOptions', async ({ row }, context) => {
  const { formHash: hash, answers } = row as { formHash: string; answers: unknown }
  await context.documents.forms.movePlaces({ hash }, answers, null)
})
