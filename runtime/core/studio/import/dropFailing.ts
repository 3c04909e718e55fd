/** Holds an imported form against the checks of a publish. A rule that does not fit the types of its fields is taken out, then any other key that fails,
 *  then its field; each is reported. */
import type { FormDocument } from '../../documents.ts'
import type { DocumentFailure } from '../../platform.ts'
import type { ImportedContent } from './Holder.ts'
import type { Losses } from './ImportReport.ts'
import { isObject, type Json } from './reading.ts'

/** A key that fails can hide another that fails; forms are small, so this is a bound against a circle only. */
const MAX_ROUNDS = 40
/** Without these a field is none. */
const NEEDED = new Set(['type', 'title', 'items', 'properties', 'x-widget', 'schema', 'label', 'value'])

export function dropFailing(content: ImportedContent, losses: Losses, check: (form: FormDocument) => DocumentFailure[]): ImportedContent {
  const form = structuredClone(content)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const failures = check({ $schema: '../kinds/form.schema.json', id: 'studio.imported', version: 1, ...form } as FormDocument)
    if (failures.length === 0) return form
    const places = new Set(failures.map(({ path }) => (round < MAX_ROUNDS / 2 ? keyAt(form as unknown as Json, path) : fieldAt(path))))
    const before = JSON.stringify(form)
    // places in a list from behind, so that those before keep theirs
    for (const place of [...places].sort(byPlace).reverse()) take(form as unknown as Json, place, losses)
    if (JSON.stringify(form) === before) for (const { path } of failures) take(form as unknown as Json, fieldAt(path), losses)
  }
  return { ...form, schema: { type: 'object', properties: {} } }
}

/** The key of a field that a failure is about: the deepest that the field can do without. */
function keyAt(form: Json, path: string): string {
  const steps = path.split('/')
  const field = fieldAt(path).split('/').length
  if (path.startsWith('/schema/required')) return '/schema/required'
  const key = steps[field]
  // one option that fails does not take the others along
  if (key === 'x-options' && /^\d+$/.test(steps[field + 1] ?? '')) return steps.slice(0, field + 2).join('/')
  // limits of the items of a choice stand one deeper
  if (key === 'items' && steps[field + 1] !== undefined && !NEEDED.has(steps[field + 1]!)) return steps.slice(0, field + 2).join('/')
  if (key !== undefined && !NEEDED.has(key)) return steps.slice(0, field + 1).join('/')
  return isObject(form) ? fieldAt(path) : path
}

function byPlace(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

/** The innermost field of a path. */
function fieldAt(path: string): string {
  const steps = path.split('/')
  let end = 0
  for (let at = 0; at < steps.length - 1; at++) if (steps[at] === 'properties') end = at + 2
  return steps.slice(0, end).join('/')
}

function take(form: Json, path: string, losses: Losses): void {
  if (path === '') return
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.pop()!
  const holder = steps.reduce<unknown>((at, step) => (isObject(at) || Array.isArray(at) ? (at as Json)[step] : undefined), form)
  if (Array.isArray(holder) && Number(last) < holder.length && holder.length > 1) {
    losses.lost(path, 'check', holder.splice(Number(last), 1)[0])
    return
  }
  if (!isObject(holder) || !(last in holder)) return
  const value = holder[last]
  delete holder[last]
  losses.lost(path, 'check', isObject(value) && typeof value.cel === 'string' ? value.cel : value)
  if (steps.at(-1) === 'properties') forget(form, steps.slice(0, -1), last)
}

/** A field that is gone is not required. */
function forget(form: Json, steps: readonly string[], name: string): void {
  const object = steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), form)
  if (!isObject(object) || !Array.isArray(object.required)) return
  const left = object.required.filter((each) => each !== name)
  if (left.length > 0) object.required = left
  else delete object.required
}
