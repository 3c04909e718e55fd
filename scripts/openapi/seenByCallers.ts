/** What callers see of a platform, to compare two of them: nothing may change for them when documents are only written in another way. */
import { sameJson } from '../../runtime/core/language/sameJson.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { openapi } from '../../runtime/server/wire/openapi.ts'

export interface Seen {
  /** `zh GET /api/things` -> its part of /openapi. */
  addresses: Record<string, unknown>
  /** Id -> the call in the long form: also who may use it, what it logs, and what no one outside sees. */
  calls: Record<string, unknown>
}

export function seenByCallers(platform: Platform): Seen {
  const addresses = (['zh', 'en'] as const).flatMap((lang) =>
    Object.entries(openapi(platform, lang).paths as Record<string, Record<string, unknown>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${lang} ${method.toUpperCase()} ${path}`, operation] as const),
    ),
  )
  return { addresses: Object.fromEntries(addresses), calls: Object.fromEntries(platform.documents.call) }
}

/** A line for each address or call that only one of them has, or that differs. */
export function callDifferences(before: Seen, after: Seen): string[] {
  return (['addresses', 'calls'] as const).flatMap((part) => differences(before[part], after[part]))
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    if (!(name in after)) return [`${name}: gone`]
    if (!(name in before)) return [`${name}: new`]
    return sameJson(before[name], after[name]) ? [] : [`${name}: ${placeOf(before[name], after[name])}`]
  })
}

/** The first place where two values differ, with both. */
function placeOf(before: unknown, after: unknown, path = ''): string {
  const isInner = typeof before === 'object' && typeof after === 'object' && before !== null && after !== null
  if (isInner)
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [one, other] = [(before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]]
      if (!sameJson(one, other)) return placeOf(one, other, `${path}/${key}`)
    }
  return `${path} was ${JSON.stringify(before)}, is ${JSON.stringify(after)}`
}
