/** Which required fields of the profile form the person has not filled: the form itself is asked. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { formFacts, PROFILE_FORM, profileAnswers } from './formAnswers.ts'

interface Missing {
  field: string
  title: string
}

export default defineHandler('profile.isComplete', async (_input, context) => {
  const missing = await missingFields(context)
  return { complete: missing.length === 0, missing }
})

async function missingFields(context: HandlerContext): Promise<Missing[]> {
  const answers = await profileAnswers(context)
  try {
    await context.documents.forms.submit({ id: PROFILE_FORM }, answers, formFacts(context), answers)
    return []
  } catch (error) {
    if (!(error instanceof AgonError) || error.code !== 'FORM_INVALID') throw error
    const { errors } = error.details as { errors: { path: string; rule: string }[] }
    return errors
      .filter(({ rule }) => rule === 'required')
      .map(({ path }) => ({ field: path.slice(1), title: titleOf(path.slice(1), context) }))
  }
}

function titleOf(field: string, { platform, lang }: HandlerContext): string {
  const title = platform.get('form', PROFILE_FORM).schema.properties[field]?.title as LocalText | undefined
  return title?.[lang] ?? field
}
