/** Questions are checked when they are published. */
import { defineHandler, type FormCheck } from '../../runtime/core/contracts.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { assertQuestions } from './assertQuestions.ts'

export default defineHandler<'questionnaire.formFailures', FormCheck, DocumentFailure[]>(
  'questionnaire.formFailures',
  ({ step, draft, published }, context) => {
    if (step === 'publish') assertQuestions((draft ?? published)?.content ?? null, context)
    return []
  },
)
