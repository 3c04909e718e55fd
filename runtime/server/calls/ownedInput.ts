/** Input of a list call whose rows belong to other rows: what it requires, beside the ids of those. */
import type { CallDocument } from '../../core/documents.ts'

/** @param of  its parameter that takes the ids */
export function ownedInput({ input: shape }: CallDocument, of: string, input: Readonly<Record<string, unknown>>, ids: readonly string[]) {
  const required = (shape?.required ?? []) as readonly string[]
  return { ...Object.fromEntries(required.map((name) => [name, input[name]])), [of]: ids }
}
