/** Failures of a competition's form for its purpose, when it is saved and published. */
import { defineHandler, type FormCheck } from '../../runtime/core/contracts.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { competitionFormFailures } from './competitionFormFailures.ts'
import type { NamingFields } from './fixedNames.ts'

export default defineHandler<'competition.formFailures', FormCheck<NamingFields>, DocumentFailure[]>(
  'competition.formFailures',
  ({ step, field, row, draft, published }) => {
    // what is published fits already
    const form = step === 'save' ? (draft ?? published) : draft
    return form ? competitionFormFailures(field, form.content, row) : []
  },
)
