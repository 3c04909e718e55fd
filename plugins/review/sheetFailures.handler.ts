/** Failures of a form as a score sheet, when it is saved and published. The sheet of a frozen round does not change. */
import { defineHandler, type FormCheck } from '../../runtime/core/contracts.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import type { Round } from './round.ts'
import { sheetFailures } from './sheetFailures.ts'

export default defineHandler<'review.sheetFailures', FormCheck<Round>, DocumentFailure[]>(
  'review.sheetFailures',
  ({ step, row, draft, published }, { fail }) => {
    if (row.frozenAt !== null) fail('REVIEW_FROZEN')
    const form = step === 'save' ? (draft ?? published) : draft
    return form ? sheetFailures(form.content) : []
  },
)
