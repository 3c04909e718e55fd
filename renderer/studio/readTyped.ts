import { parseJson } from '../../runtime/core/documents/parseJson.ts'
import type { Kind } from '../../runtime/core/documents.ts'
import { longForm } from '../../runtime/core/language/longForm.ts'
import type { Json } from '../../runtime/core/language/shortForm.ts'

/** What a person typed as the text of a document: its content in the long form, or the first mistake. */
export type Typed = { content: Json; mistake?: undefined } | { content?: undefined; mistake: TypedMistake }

export type TypedMistake =
  | { what: 'json'; line: number; column: number }
  | { what: 'notObject' }
  | { what: 'form'; expected: string; found: string; suggestion: string }

/** @param text JSON in short forms, or in the long form when it names its version */
export function readTyped(kind: Kind, id: string, text: string): Typed {
  const parsed = parseJson(text)
  if ('mistake' in parsed) return { mistake: { what: 'json', line: parsed.mistake.line, column: parsed.mistake.column } }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { mistake: { what: 'notObject' } }
  const { content, findings } = longForm(kind, id, value as Json)
  const [first] = findings
  if (first) return { mistake: { what: 'form', expected: first.expected, found: first.found, suggestion: first.suggestion } }
  return { content: { ...content, id } }
}

/** Where a place of the document's long form stands in its text; for texts that are JSON. */
export function placeInText(kind: Kind, id: string, text: string): (path: string) => string {
  const parsed = parseJson(text)
  if ('mistake' in parsed || typeof parsed.value !== 'object' || parsed.value === null) return (path) => path
  const { places } = longForm(kind, id, parsed.value as Json)
  return (path) => places.tell(path)
}
