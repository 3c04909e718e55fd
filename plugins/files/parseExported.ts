import type { ErrorCode, HandlerContext } from '../../runtime/core/contracts.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { EXCESS_CODES, jsonExcess } from '../../runtime/core/jsonBounds.ts'

/** An exported document, as someone imports it. @throws BODY_SYNTAX, BODY_TOO_LARGE, or `error` with the reason when it is no JSON object */
export function parseExported(text: string, error: ErrorCode, { fail }: Pick<HandlerContext, 'fail'>): Record<string, unknown> {
  const excess = jsonExcess(text)
  if (excess) fail(EXCESS_CODES[excess])
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (failure) {
    return fail(error, { reason: (failure as Error).message })
  }
  return isRecord(value) ? value : fail(error, { reason: '{}' })
}
