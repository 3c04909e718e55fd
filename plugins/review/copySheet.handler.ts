/** Copies the score sheet of another round of the organiser as the draft of this one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertMaySet, lockRound, readRound } from './round.ts'

export default defineHandler('review.copySheet', async ({ id, fromRoundId }, context) => {
  const row = await lockRound(id, context)
  if (row.frozenAt !== null) return context.fail('REVIEW_FROZEN')
  const from = await readRound(fromRoundId, context)
  await assertMaySet(from.competitionId, context)
  const { documents } = context
  const content = await documents.designs.content(documents.designs.place('review.round', 'sheetId', from))
  const { formId } = await documents.designs.store(documents.designs.place('review.round', 'sheetId', row), content)
  const { organisationId, competitionId } = row
  if (row.sheetId === null) await context.rows.save('review.round', row, { sheetId: formId }, { of: { organisationId, competitionId } })
  return { formId }
})
