/** Publishes the draft of one of the competition's forms; who changed nothing publishes what a new one begins as. @throws DOCUMENT_INVALID with every
 *  mistake and its place */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { describeForm, publishForm, readForm, storeForm } from '../studio/designedForm.ts'
import { type FormQuestion, formFor, lockedPlace } from './competitionForms.ts'

export default defineHandler<FormQuestion & { note?: string }>('competition.publishForm', async ({ note, ...question }, context) =>
  publishForm(await fittingForm(question, context), note, context),
)

/** @throws DOCUMENT_INVALID when it lacks what its purpose needs */
async function fittingForm(question: FormQuestion, context: HandlerContext): Promise<string> {
  const id = await storedForm(question, context)
  const { failures } = formFor(question)
  const { draft } = await readForm(id, context)
  const found = draft && failures ? failures(draft.content) : []
  return found.length === 0 ? id : context.fail('DOCUMENT_INVALID', { failures: found })
}

async function storedForm(question: FormQuestion, context: HandlerContext): Promise<string> {
  const { place, keep } = await lockedPlace(question, context)
  if (place.formId !== null) return place.formId
  const { content } = await describeForm(place, formFor(question).starter, context)
  const { formId } = await storeForm(place, content, context)
  await keep(formId)
  return formId
}
