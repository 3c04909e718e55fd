/** Validation: one Ajv for the server, the same rules precompiled for the browser. The browser imports `validatorRuntime.ts` and not this file,
 *  because Ajv itself needs `unsafe-eval`. */
export { createValidator, type Validate, type Validator, type ValidatorModule, type ValidatorOptions } from './createValidator.ts'
export type { FieldError } from './FieldError.ts'
export type { Kernel, KernelPlace, KernelRefusal } from './Kernel.ts'
export { keywordTexts } from './keywordTexts.ts'
export { installValidatorRuntime } from './validatorRuntime.ts'
