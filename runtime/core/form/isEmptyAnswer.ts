/** When an answer counts as given, and when two answers are the same. */

import { isRecord } from '../isRecord.ts'
import { isBlank } from '../values/normaliseText.ts'

/** Nothing, a text of which nothing is seen, an empty list. An empty answer is never validated, stored or sent; a required field with one is unanswered. */
export function isEmptyAnswer(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && isBlank(value)) || (Array.isArray(value) && value.length === 0)
  )
}

/** Equality of JSON values. */
export function sameAnswer(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((entry, at) => sameAnswer(entry, right[at]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && sameAnswer(left[key], right[key]))
}
