/** Questions whose answers differ, by their names. */
import { isDeepStrictEqual } from 'node:util'
import { isEmptyAnswer } from '../../../runtime/core/form/isEmptyAnswer.ts'

export function changedFields(before: unknown, after: unknown): string[] {
  const [one, other] = [before ?? {}, after ?? {}] as Record<string, unknown>[]
  const names = new Set([...Object.keys(one!), ...Object.keys(other!)])
  return [...names].filter((name) => {
    const [was, is] = [one![name], other![name]]
    return !(isEmptyAnswer(was) && isEmptyAnswer(is)) && !isDeepStrictEqual(was, is)
  })
}
