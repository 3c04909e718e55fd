/** Limits and first values of a Form.io component -> those of our field. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import type { Losses } from '../ImportReport.ts'
import { entriesOf, wholeOf } from '../Ledger.ts'
import { isObject, isSafePattern, type Json, limit } from '../reading.ts'
import { validateOf } from './formioParts.ts'

export class FormioChecks {
  private readonly losses: Losses
  constructor(losses: Losses) {
    this.losses = losses
  }

  limits(component: Json, field: FormField, path: string): FormField {
    const validate = validateOf(component)
    const limits: FormField = {}
    if (field.type === 'string' && !field['x-options']) {
      Object.assign(limits, limit(validate, 'minLength', 'minLength'), limit(validate, 'maxLength', 'maxLength'))
      if (typeof validate.pattern === 'string' && validate.pattern !== '') {
        if (isSafePattern(validate.pattern)) limits.pattern = anchored(validate.pattern)
        else this.losses.lost(pointer(pointer(path, 'validate'), 'pattern'), 'pattern', validate.pattern)
      }
    }
    if (field.type === 'number' || field.type === 'integer')
      Object.assign(limits, limit(validate, 'min', 'minimum'), limit(validate, 'max', 'maximum'))
    if (field['x-widget'] === 'date' || field['x-widget'] === 'datetime') {
      const { minDate, maxDate } = isObject(component.datePicker) ? component.datePicker : component
      for (const [key, value] of Object.entries({ minDate, maxDate }))
        if (value !== undefined && value !== null && value !== '') this.losses.lost(pointer(path, key), 'rule', value)
    }
    return limits
  }

  presetOf(component: Json, field: FormField, path: string): FormField {
    const preset = component.defaultValue
    if (preset === undefined || preset === null || preset === '' || preset === false) return {}
    const isFit =
      (typeof preset === 'string' && field.type === 'string') ||
      (typeof preset === 'number' && (field.type === 'number' || field.type === 'integer')) ||
      (preset === true && field['x-widget'] === 'switch')
    if (isFit) return { default: preset }
    if (isObject(preset) && component.type === 'selectboxes') {
      const chosen = entriesOf(preset).flatMap(([key, isOn]) => (isOn === true ? [key] : []))
      for (const [key, isOn] of entriesOf(preset))
        if (typeof isOn !== 'boolean' && key !== '') this.losses.lost(pointer(pointer(path, 'defaultValue'), key), 'value', isOn)
      return chosen.length > 0 ? { default: chosen } : {}
    }
    const plain = wholeOf(preset)
    // rows and groups are written out with nothing in them
    if (JSON.stringify(plain).replaceAll(/"[^"]*":|[{}[\],"]|false|null/g, '') !== '')
      this.losses.lost(pointer(path, 'defaultValue'), 'value', plain)
    return {}
  }
}

/** Patterns of the other tool hold for the whole answer. */
function anchored(pattern: string): string {
  return `${pattern.startsWith('^') ? '' : '^'}${pattern.includes('|') && !pattern.startsWith('^') ? `(?:${pattern})` : pattern}${pattern.endsWith('$') ? '' : '$'}`
}
