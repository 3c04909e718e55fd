/** Validation: one Ajv for the server, the same rules precompiled for the browser. The browser imports `validatorRuntime.ts` and not this file,
 *  because Ajv itself needs `unsafe-eval`. */
export { createValidator, type Validate, type Validator, type ValidatorModule, type ValidatorOptions } from './createValidator.ts'
export type { FieldError } from './FieldError.ts'
export type { KeywordCheck, KeywordPlace, KeywordRefusal } from './KeywordCheck.ts'
export { keywordTexts } from './keywordTexts.ts'
export { installValidatorRuntime } from './validatorRuntime.ts'
