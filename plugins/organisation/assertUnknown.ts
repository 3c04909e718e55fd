import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** No organisation has this code yet, or none but `own`. @throws ORGANISATION_KNOWN */
export async function assertUnknown({ db, fail }: Pick<HandlerContext, 'db' | 'fail'>, code: string, own?: string): Promise<void> {
  const row = await db.selectFrom('organisation_organisation').select('id').where('code', '=', code).executeTakeFirst()
  if (row && row.id !== own) fail('ORGANISATION_KNOWN')
}
