/** Publishes the draft of one of the competition's forms; who changed nothing publishes what a new one begins as. @throws DOCUMENT_INVALID with every
 *  mistake and its place */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { describeForm, publishForm, storeForm } from '../studio/designedForm.ts'
import { type FormQuestion, formFor, lockedPlace } from './competitionForms.ts'

export default defineHandler<FormQuestion & { note?: string }>('competition.publishForm', async ({ note, ...question }, context) =>
  publishForm(await storedForm(question, context), note, context),
)

async function storedForm(question: FormQuestion, context: HandlerContext): Promise<string> {
  const { place, keep } = await lockedPlace(question, context)
  if (place.formId !== null) return place.formId
  const { content } = await describeForm(place, formFor(question).starter, context)
  const { formId } = await storeForm(place, content, context)
  await keep(formId)
  return formId
}
