import { hasText, translate } from '../../runtime/client/texts.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { propertyWords } from './metaWords.ts'

export interface FailureWords {
  /** Path of the field, step or section; `''` for the form itself. */
  field: string
  /** Name of its setting, in words; `''` for the whole. */
  property: string
  text: string
}

const FIELD = /^(\/schema(?:(?:\/items)?\/properties\/[^/]+)+|\/(?:steps|sections)\/\d+)/

/** A failure of a document for the person who designs: the field, its setting, and the mistake. */
export function failureWords({ path, code, expected, found, suggestion }: DocumentFailure): FailureWords {
  const field = FIELD.exec(path)?.[1] ?? ''
  const key = path.slice(field.length).split('/')[1] ?? ''
  const text = hasText(`studio.failure.${code}`)
    ? translate(`studio.failure.${code}`, { found, expected, suggestion })
    : translate('studio.failure.other', { found, expected, suggestion })
  return { field, property: key === '' ? '' : propertyWords(key), text }
}
