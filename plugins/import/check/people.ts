/** Who the rows are about: accounts by phone or email, and the registrations that they have. Read once for a sheet, in a few statements. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface KnownPerson {
  userId: string
  registration: { id: string; isTeam: boolean; answers: Record<string, unknown>; status: number } | null
}

/** Addresses in one statement. */
const CHUNK = 1000

/** By address; those without an account are not in it. */
export async function knownPeople(
  addresses: readonly string[],
  competitionId: string,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<Map<string, KnownPerson>> {
  const people = new Map<string, KnownPerson>()
  const all = [...new Set(addresses)]
  for (let from = 0; from < all.length; from += CHUNK) {
    const chunk = all.slice(from, from + CHUNK)
    const rows = await db
      .selectFrom('account_user as u')
      .leftJoin('signup_registration as r', (join) => join.onRef('r.userId', '=', 'u.id').on('r.competitionId', '=', competitionId))
      .select(['u.id', 'u.phone', 'u.email', 'r.id as registrationId', 'r.isTeam', 'r.answers', 'r.status'])
      .where((where) => where.or([where('u.phone', 'in', chunk), where('u.email', 'in', chunk)]))
      .execute()
    for (const { id, phone, email, registrationId, isTeam, answers, status } of rows) {
      const registration =
        registrationId === null
          ? null
          : { id: registrationId, isTeam: isTeam === true, answers: answers as Record<string, unknown>, status: Number(status) }
      for (const address of [phone, email]) if (address !== null) people.set(address, { userId: id, registration })
    }
  }
  return people
}
