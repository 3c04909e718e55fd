/** Publishes the draft of one of the competition's forms; who changed nothing publishes what a new one begins as. @throws DOCUMENT_INVALID with every
 *  mistake and its place */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { describeForm, type FormPlace, publishForm, readForm, storeForm } from '../studio/designedForm.ts'
import { type FormQuestion, formFor, lockedPlace } from './competitionForms.ts'

export default defineHandler<FormQuestion & { note?: string }>('competition.publishForm', async ({ note, ...question }, context) =>
  publishForm(await fittingForm(question, context), note, context),
)

/** @throws DOCUMENT_INVALID when it lacks what its purpose needs */
async function fittingForm(question: FormQuestion, context: HandlerContext): Promise<string> {
  const { place, keep, failures } = await lockedPlace(question, context)
  const id = place.formId ?? (await storedForm(place, question, context))
  if (place.formId === null) await keep(id)
  const { draft } = await readForm(id, context)
  const found = draft ? failures(draft.content) : []
  if (found.length === 0) return id
  return context.fail('DOCUMENT_INVALID', { failures: [...(await context.documents.failures('form', id)), ...found] })
}

async function storedForm(place: FormPlace, question: FormQuestion, context: HandlerContext): Promise<string> {
  const { content } = await describeForm(place, formFor(question).starter, context)
  return (await storeForm(place, content, context)).formId
}
