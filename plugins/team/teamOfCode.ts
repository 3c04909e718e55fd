import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** The team that an invite code names now. @throws TEAM_CODE_UNKNOWN also for codes that were renewed, and teams of unpublished competitions */
export async function teamOfCode(typed: string, { db, fail }: HandlerContext): Promise<{ id: string }> {
  const row = await db
    .selectFrom('signup_registration as r')
    .innerJoin('competition_competition as c', 'c.id', 'r.competitionId')
    .select('r.id')
    .where('r.inviteCode', '=', typed.trim().toUpperCase())
    .where('r.isTeam', '=', true)
    .where('c.published', '=', true)
    .executeTakeFirst()
  return row ? { id: String(row.id) } : fail('TEAM_CODE_UNKNOWN')
}
