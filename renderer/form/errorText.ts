/** A form error in words. */

import { hasText, language, resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormError } from '../../runtime/core/contracts.ts'

/** Values that the sentence names are shown as lists, not as JSON. */
export function errorText(error: FormError): string {
  const key = `${language.revision} ${error.message.key} ${error.rule} ${JSON.stringify(error.message.values)}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const made = makeText(error)
  if (texts.size >= TEXTS_KEPT) texts.clear()
  texts.set(key, made)
  return made
}

/** A cache, because a submit may show the same sentence a thousand times. */
const TEXTS_KEPT = 500
const texts = new Map<string, string>()

function makeText({ message, rule }: FormError): string {
  // a rule between fields says it in its own words
  if (message.values.text !== undefined) return resolveText(message.values.text)
  const values = Object.fromEntries(
    Object.entries(message.values).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
  for (const key of [message.key, `form.rule.${rule}`]) if (hasText(key)) return translate(key, values)
  return translate('form.rule.other')
}
