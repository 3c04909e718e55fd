/** Checks of settings (each value fits its type and limits) and of services (providers exist, the default is one of them). */
import type { ServiceDocument, Setting, SettingsDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import type { Linker } from './linker.ts'
import { suggest } from './suggest.ts'

export function linkSettings(linker: Linker, document: LinkedDocument, { values }: SettingsDocument): void {
  for (const [name, setting] of Object.entries(values)) {
    const expected = mismatch(setting)
    if (expected === null) continue
    const path = pointer(pointer('/values', name), 'value')
    linker.report(document, { code: 'SETTING_VALUE', path, expected, found: show(setting.value), suggestion: `write ${expected}` })
  }
}

/** The expected value in words; null when the value is valid. */
function mismatch({ type, value, minimum = -Infinity, maximum = Infinity }: Setting): string | null {
  const isTyped = type === 'integer' ? Number.isInteger(value) : typeof value === type
  if (!isTyped) return type === 'integer' ? 'a whole number' : `a ${type}`
  if (typeof value !== 'number' || (value >= minimum && value <= maximum)) return null
  return value < minimum ? `a number of at least ${minimum}` : `a number of at most ${maximum}`
}

/** Checks the providers that a service names. */
export function linkService(linker: Linker, document: LinkedDocument, { providers, choice }: ServiceDocument): void {
  const named = Object.keys(providers)
  for (const name of named) {
    if (linker.names.providers.has(name)) continue
    linker.report(document, {
      code: 'NAME_UNKNOWN',
      path: pointer('/providers', name),
      expected: 'the name of a provider',
      found: `"${name}"`,
      suggestion: suggest(name, linker.names.providers, 'add plugins/<area>/<name>.provider.ts'),
    })
  }
  if (choice.default !== null)
    linker.known(document, 'NAME_UNKNOWN', '/choice/default', 'one of the providers of this service', choice.default, named)
}
