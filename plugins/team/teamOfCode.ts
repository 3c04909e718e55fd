import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Id of the team that an invite code names now; null also for codes that were renewed, and teams of unpublished competitions. */
export async function teamOfCode(typed: string, { db }: HandlerContext): Promise<string | null> {
  const row = await db
    .selectFrom('signup_registration as r')
    .innerJoin('competition_competition as c', 'c.id', 'r.competitionId')
    .select('r.id')
    .where('r.inviteCode', '=', typed.trim().toUpperCase())
    .where('r.isTeam', '=', true)
    .where('c.published', '=', true)
    .executeTakeFirst()
  return row ? row.id : null
}
