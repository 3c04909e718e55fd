/** Failures of a competition's form for its purpose, beyond those that keep any form from being published. */
import { defineHandler, type FormCheck } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { fixedFieldFailures } from '../work/fixedFields.ts'
import { memberNameFailures, type NamingFields, signupNameFailures } from './fixedNames.ts'

type Failures = (form: FormDocument, competition: NamingFields) => DocumentFailure[]
const FAILURES: Readonly<Record<string, Failures>> = {
  formId: signupNameFailures,
  memberFormId: memberNameFailures,
  workFormId: fixedFieldFailures,
}

export default defineHandler<'competition.formFailures', FormCheck<NamingFields>, DocumentFailure[]>(
  'competition.formFailures',
  ({ step, field, row, draft, published }) => {
    // what is published fits already
    const form = step === 'save' ? (draft ?? published) : draft
    return form ? FAILURES[field]!(form.content, row) : []
  },
)
