import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'

/** Key of what a call answers -> path of the field that it holds; without what is computed. */
export function outputPaths(call: Json | undefined): ReadonlyMap<string, string> {
  const output = Array.isArray(call?.output) ? (call.output as unknown[]) : []
  return new Map(
    output.flatMap((field): [string, string][] => {
      if (typeof field === 'string') return [[field, field]]
      return isRecord(field) && typeof field.from === 'string' ? [[String(field.name), field.from]] : []
    }),
  )
}
