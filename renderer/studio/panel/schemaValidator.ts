/** rjsf's validator: schemas of panels follow from what is selected, and nothing may be compiled at run time (the content policy forbids it), so they are
 *  read. Failures are shown by the session, so forms ask for no errors here. */
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { fitsSchema } from '../../../runtime/core/validation/fitsSchema.ts'

export const schemaValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  // references of a part lead into the whole
  isValid: (schema: RJSFSchema, data: unknown, whole: RJSFSchema) => fitsSchema({ definitions: whole.definitions, ...schema }, data),
  rawValidation: () => ({ errors: [] }),
}
