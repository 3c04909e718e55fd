/** A discount code that may be used now. Looking it up does not use it. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'

export type DiscountCode = Row<'pay_code'>

/** As people type it: case and spaces around it do not count.
 *  @throws PAY_CODE_UNKNOWN, PAY_CODE_EXPIRED, PAY_CODE_SCHOOL, PAY_CODE_USED */
export async function usableCode(
  { competitionId, code, school }: { competitionId: string; code: string; school: string | null },
  { db, now, fail }: Pick<HandlerContext, 'db' | 'now' | 'fail'>,
): Promise<DiscountCode> {
  const row = (await db
    .selectFrom('pay_code')
    .selectAll()
    .where('competitionId', '=', competitionId)
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst()) as DiscountCode | undefined
  if (!row) return fail('PAY_CODE_UNKNOWN')
  if (row.expiresAt !== null && row.expiresAt <= now.toISOString()) return fail('PAY_CODE_EXPIRED', { at: row.expiresAt })
  if (row.school !== null && row.school.trim() !== school?.trim()) return fail('PAY_CODE_SCHOOL')
  if (row.used >= row.uses) return fail('PAY_CODE_USED')
  return row
}
