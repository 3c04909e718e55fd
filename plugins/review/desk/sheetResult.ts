/** Total and confidence of answers to a version of a score sheet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { sheetTotal } from '../scores/sheetTotal.ts'

export async function sheetResult(
  hash: string,
  answers: Readonly<Record<string, unknown>>,
  { documents }: HandlerContext,
): Promise<{ total: number | null; confidence: number | null }> {
  const { total, confidence } = sheetTotal((await documents.store.byHash(hash))!.content as FormDocument, answers)
  return { total, confidence }
}
