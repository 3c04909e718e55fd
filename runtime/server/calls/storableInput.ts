/** Texts that no column of the database can hold: with a NUL, or with half of a pair of surrogates. No person types them. */
import type { FieldError } from '../../core/validation/index.ts'

/** The first mistake of each member that has one. */
export function unstorable(value: unknown, path = ''): FieldError[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [mistake(path)]
  if (typeof value !== 'object' || value === null) return []
  for (const [name, item] of Object.entries(value)) {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const found = isStorable(name) ? unstorable(item, at) : [mistake(path)]
    if (found.length > 0) return found
  }
  return []
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function mistake(path: string): FieldError {
  return { path, rule: 'characters', params: {}, message: { key: 'validation.characters', values: {} } }
}
