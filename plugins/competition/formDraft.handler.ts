/** A form of the competition that is being designed: the draft, else what is published, else what a new one begins as. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { describeForm } from '../studio/designedForm.ts'
import { designedPlace, type FormQuestion, formFor } from './competitionForms.ts'

export default defineHandler<FormQuestion>('competition.formDraft', async (question, context) =>
  describeForm(await designedPlace(question, context), formFor(question).starter, context),
)
