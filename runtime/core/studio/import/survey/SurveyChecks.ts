/** Validators and first values of a survey -> those of our field. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import type { Losses } from '../ImportReport.ts'
import { wholeOf } from '../Ledger.ts'
import { isSafePattern, type Json, objectsOf } from '../reading.ts'
import { numberOf } from './surveyNumbers.ts'

export class SurveyChecks {
  private readonly losses: Losses
  constructor(losses: Losses) {
    this.losses = losses
  }

  /** Validators and the first value. */
  checked(element: Json, path: string, field: FormField): FormField {
    const checked: FormField = { ...field }
    const preset = presetOf(element, field)
    if (preset !== undefined && ['string', 'number', 'boolean'].includes(typeof preset) && field.type !== 'array') checked.default = preset
    else if (Array.isArray(preset) && field.type === 'array' && field['x-options']) checked.default = wholeOf(preset)
    else if (preset !== undefined) this.losses.lost(pointer(path, 'defaultValue'), 'value', preset)
    for (const [at, validator] of objectsOf(element.validators)) {
      const here = pointer(pointer(path, 'validators'), at)
      if (validator.type === 'numeric')
        Object.assign(checked, numericOf(checked), numberOf(validator, 'minValue', 'minimum'), numberOf(validator, 'maxValue', 'maximum'))
      else if (validator.type === 'text') Object.assign(checked, numberOf(validator, 'minLength'), numberOf(validator, 'maxLength'))
      else if (validator.type === 'email') checked.email = true
      else if (validator.type === 'answercount')
        Object.assign(checked, numberOf(validator, 'minCount', 'minItems'), numberOf(validator, 'maxCount', 'maxItems'))
      else if (validator.type === 'regex' && typeof validator.regex === 'string' && isSafePattern(validator.regex))
        checked.pattern = validator.regex
      else if (validator.type === 'expression') this.losses.lost(here, 'rule', validator)
      else this.losses.lost(here, validator.type === 'regex' ? 'pattern' : 'rule', validator)
    }
    return checked
  }
}

/** One line that must be a number is a number. */
function numericOf({ type, 'x-widget': widget }: FormField): FormField {
  return type === 'string' && widget === undefined ? { type: 'number', 'x-widget': 'number', maxLength: undefined } : {}
}

/** The first value; that of a yes / no question is often written as a text, or as one of its two values. */
function presetOf({ defaultValue, valueTrue = 'true', valueFalse = 'false' }: Json, { type }: FormField): unknown {
  if (type !== 'boolean') return defaultValue
  if (defaultValue === valueTrue) return true
  return defaultValue === valueFalse ? false : defaultValue
}
