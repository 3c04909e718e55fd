/** Total and confidence of answers to a version of a score sheet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'

const PERCENT = 100
const DIGITS = 1e6

export async function sheetResult(
  hash: string,
  answers: Readonly<Record<string, unknown>>,
  { documents }: HandlerContext,
): Promise<{ total: number | null; confidence: number | null }> {
  const form = (await documents.byHash(hash))!.content as FormDocument
  const shares = Object.entries(form.schema.properties).flatMap(([name, { minimum = 0, maximum }]) =>
    typeof answers[name] === 'number' && typeof maximum === 'number'
      ? [((answers[name] as number) - Number(minimum)) / (maximum - Number(minimum))]
      : [],
  )
  const total = shares.length === 0 ? null : (shares.reduce((sum, share) => sum + share, 0) / shares.length) * PERCENT
  return { total: total === null ? null : Math.round(total * DIGITS) / DIGITS, confidence: null }
}
