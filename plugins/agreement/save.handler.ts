/** Saves a draft: a new one after the last version of its purpose and place, or the one that is there. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type AgreementVersion, assertFields, nextNumber, readPlace, readVersion } from './agreementDraft.ts'

type Words = Pick<AgreementVersion, 'title' | 'text' | 'note'>

export default defineHandler('agreement.save', async ({ id, answers: sent }, context) => {
  const before = id === undefined ? null : await readVersion(id, context, { lock: true })
  if (before && before.publishedAt !== null) return context.fail('AGREEMENT_PUBLISHED')
  const submitted = await context.documents.forms.submit({ id: 'agreement.edit' }, sent)
  const { purpose, place, title, text, note = null } = submitted.answers
  const words = { title, text, note }
  assertFields(purpose, [words.title, words.text], context)
  if (!before) return { id: await add(purpose, place, words, context) }
  // a draft stays where it was begun
  const { organisationId, competitionId } = before
  await context.rows.save('agreement.version', before, words, { of: { organisationId, competitionId } })
  return { id: before.id }
})

async function add(purpose: AgreementVersion['purpose'], place: string, words: Words, context: HandlerContext): Promise<string> {
  const found = await readPlace(place, context)
  const number = await nextNumber(purpose, place, context)
  return context.rows.create('agreement.version', { ...found, ...words, purpose, number })
}
