import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { isTooDeep } from '../../runtime/core/jsonDepth.ts'

/** An exported document, as someone imports it. @throws BODY_SYNTAX, or `error` with the reason when it is no JSON object */
export function parseExported(text: string, error: string, { fail }: Pick<HandlerContext, 'fail'>): Record<string, unknown> {
  if (isTooDeep(text)) fail('BODY_SYNTAX')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (failure) {
    return fail(error, { reason: (failure as Error).message })
  }
  return isRecord(value) ? value : fail(error, { reason: '{}' })
}
