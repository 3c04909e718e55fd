/** A batch with problems continues only after someone has confirmed that they have seen them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Batch } from './series.ts'

const PROBLEMS = 'problems'

/** @throws CONFIRM_FIRST */
export function assertConfirmed({ troubled, total }: Batch, confirmed: readonly string[], { fail, lang }: HandlerContext): void {
  const key = `${PROBLEMS}:${troubled}`
  if (troubled === 0 || confirmed.includes(key)) return
  const what =
    lang === 'zh'
      ? `${total} 张证书中有 ${troubled} 张有问题：缺少内容或文字放不下`
      : `${troubled} of ${total} certificates have problems: values are missing, or words do not fit`
  fail('CONFIRM_FIRST', { what, confirmed: [key] })
}
