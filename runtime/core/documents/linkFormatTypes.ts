/** A format fits what its place shows: an amount is a number, a moment is a text that holds one. A code under `datetime` would be shown as it is stored. */
import { kindOf, meaningOf, nameOfType, type ScopeType } from '../expressions/types.ts'
import { isRecord } from '../isRecord.ts'
import { placesOfText } from '../textFormats.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'

/** `plural` also reads a number that is written as a text. */
const NUMBERS = ['number', 'percent', 'money', 'price', 'bytes']
const INSTANTS = ['date', 'datetime', 'relative']
/** Of which nothing is known before it is there. */
const OPEN = ['dyn', 'null', 'map']

/** @param typeOf type of a place by its name; undefined where it is not known */
export function linkFormatTypes(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  text: unknown,
  typeOf: (name: string) => ScopeType | undefined,
): void {
  const reported = new Set<string>()
  for (const { name, format } of wordsOf(linker, text).flatMap(placesOfText)) {
    const type = format === undefined ? undefined : typeOf(name)
    const wanted = type && wantedBy(format!, type)
    if (!type || !wanted || reported.has(`${name} ${format}`)) continue
    reported.add(`${name} ${format}`)
    linker.report(document, {
      code: 'TEXT_FORMAT',
      path,
      expected: `${wanted}, for the format "${format}"`,
      found: `{{${name}, ${format}}}, which is ${meaningOf(type)?.kind === 'codes' ? 'a code' : nameOfType(type)}`,
      suggestion: 'name a format of its type, or none',
    })
  }
}

/** What a format asks for, where the type is something else. */
function wantedBy(format: string, type: ScopeType): string | undefined {
  const kind = kindOf(type)
  const meaning = meaningOf(type)?.kind
  if (OPEN.includes(kind)) return undefined
  if (NUMBERS.includes(format)) return kind === 'number' && meaning !== 'codes' ? undefined : 'a number'
  if (INSTANTS.includes(format)) {
    const isMoment = kind === 'timestamp' || (kind === 'string' && (meaning === undefined || meaning === 'date' || meaning === 'datetime'))
    return isMoment ? undefined : 'a day or a moment'
  }
  return format === 'boolean' && kind !== 'boolean' ? 'a boolean' : undefined
}

function wordsOf({ texts }: Linker, text: unknown): string[] {
  if (typeof text === 'string') return [texts.zh[text.slice(1)] ?? '', texts.en[text.slice(1)] ?? '']
  return isRecord(text) ? [text.zh, text.en].filter((words) => typeof words === 'string') : []
}
