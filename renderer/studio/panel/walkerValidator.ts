/** rjsf's validator on our own walker: nothing is compiled at run time (the content policy forbids it), and what fits is decided by the same code as
 *  everywhere. Failures are shown by the session, so forms ask for no errors here. */
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { fitsSchema } from '../../../runtime/core/documents/validateDocument.ts'

export const walkerValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema: RJSFSchema, data: unknown) => fitsSchema(schema, data),
  rawValidation: () => ({ errors: [] }),
}
