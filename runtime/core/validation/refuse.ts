import type { KeywordRefusal } from './KeywordCheck.ts'

/** A refusal, with the facts that its message may use. */
export function refuse(code: string, values: Readonly<Record<string, unknown>> = {}): KeywordRefusal {
  return { code, values }
}
