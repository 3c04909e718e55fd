import { isLocalText, resolveText, translate } from '../../../runtime/client/texts.ts'
import type { DesignFinding } from '../../../runtime/core/studio/designFindings.ts'

/** A finding as text: the doubt and the suggestion. Titles of fields and options are in the shown language. */
export function findingWords({ code, values }: DesignFinding): { text: string; proposal: string } {
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'missing'
        ? translate(`studio.lang.${String(value)}`)
        : isLocalText(value) || typeof value === 'string'
          ? resolveText(value)
          : String(value),
    ]),
  )
  return { text: translate(`studio.check.${code}.words`, shown), proposal: translate(`studio.check.${code}.proposal`, shown) }
}
