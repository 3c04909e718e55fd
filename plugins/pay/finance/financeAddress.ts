import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Where finance sees what belongs to a competition, or to the platform itself. */
export function financeAddress(
  { competitionId }: { competitionId: string | null },
  tab: string,
  { site }: Pick<HandlerContext, 'site'>,
): string {
  const of = competitionId === null ? 'of=platform' : `competitionId=${competitionId}`
  return `${site}/admin/financialManagement?${of}&tab=${tab}`
}
