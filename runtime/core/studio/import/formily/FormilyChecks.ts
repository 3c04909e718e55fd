/** Limits of a Formily node, beside its type and in `x-validator`, -> limits of our field. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import type { Losses } from '../ImportReport.ts'
import { isObject, isSafePattern, type Json, limit } from '../reading.ts'

export class FormilyChecks {
  private readonly losses: Losses
  constructor(losses: Losses) {
    this.losses = losses
  }

  limits(node: Json, props: Json, path: string): FormField {
    const limits: FormField = {}
    const isText = node.type === 'string' || node.type === undefined
    if (isText) Object.assign(limits, limit(props, 'maxLength', 'maxLength'))
    if (node.type === 'number' || node.type === 'integer')
      Object.assign(limits, limit(props, 'min', 'minimum'), limit(props, 'max', 'maximum'))
    this.take(node, limits, path, node.type)
    const validator = node['x-validator']
    const checks = Array.isArray(validator) ? validator : validator === undefined ? [] : [validator]
    for (const [at, check] of checks.entries()) {
      const here = Array.isArray(validator) ? pointer(pointer(path, 'x-validator'), at) : pointer(path, 'x-validator')
      if (typeof check === 'string') this.format(check, limits, here)
      else if (isObject(check)) this.take(check, limits, here, node.type)
    }
    return limits
  }

  private take(check: Json, limits: FormField, path: string, type: unknown): void {
    const isList = type === 'array'
    for (const [from, to] of [
      ['minLength', isList ? 'minItems' : 'minLength'],
      ['maxLength', isList ? 'maxItems' : 'maxLength'],
      ['min', isList ? 'minItems' : type === 'string' ? 'minLength' : 'minimum'],
      ['max', isList ? 'maxItems' : type === 'string' ? 'maxLength' : 'maximum'],
      ['minimum', 'minimum'],
      ['maximum', 'maximum'],
      ['exclusiveMinimum', 'exclusiveMinimum'],
      ['exclusiveMaximum', 'exclusiveMaximum'],
      ['minItems', 'minItems'],
      ['maxItems', 'maxItems'],
      ['multipleOf', 'multipleOf'],
    ] as const)
      Object.assign(limits, limit(check, from, to))
    if (typeof check.len === 'number')
      Object.assign(limits, isList ? { minItems: check.len, maxItems: check.len } : { minLength: check.len, maxLength: check.len })
    if (typeof check.format === 'string') this.format(check.format, limits, pointer(path, 'format'))
    if (check.whitespace === true) this.losses.near(pointer(path, 'whitespace'), 'rule', true)
    if (typeof check.pattern === 'string') {
      const pattern = check.pattern.replace(/^\/(.*)\/[a-z]*$/, '$1')
      if (isSafePattern(pattern)) limits.pattern = pattern
      else this.losses.lost(pointer(path, 'pattern'), 'pattern', check.pattern)
    }
  }

  private format(format: string, limits: FormField, path: string): void {
    if (format === 'email') limits.email = true
    else if (format === 'url') limits.format = 'uri'
    else if (format === 'phone') limits.phone = true
    else if (format === 'idcard') limits.idNumber = true
    else if (format === 'integer') limits.multipleOf = 1
    else if (format === 'number' || format === 'date' || format === 'zh') this.losses.near(path, 'rule', format)
    else this.losses.lost(path, 'rule', format)
  }
}

/** Whether a check of the node asks for an answer. */
export function asks(node: Json): boolean {
  return [node['x-validator']].flat().some((check) => isObject(check) && check.required === true)
}
