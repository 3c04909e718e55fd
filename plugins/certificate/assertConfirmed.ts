/** A batch with problems continues only after someone has confirmed that they have seen them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Batch } from './series.ts'

const PROBLEMS = 'problems'

/** @throws CONFIRM_FIRST */
export function assertConfirmed({ troubled, total }: Batch, confirmed: readonly string[], { fail, lang, text }: HandlerContext): void {
  const key = `${PROBLEMS}:${troubled}`
  if (troubled === 0 || confirmed.includes(key)) return
  const what = text('certificate.troubled', { troubled, total })[lang]
  fail('CONFIRM_FIRST', { what, confirmed: [key] })
}
