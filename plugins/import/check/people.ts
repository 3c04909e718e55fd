/** Who the rows are about: accounts by phone or email, and the registrations that they have. Read once for a sheet, in a few statements. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { isAbroad, isMainlandMobile } from '../../../runtime/core/values/phoneNumber.ts'

export interface KnownPerson {
  userId: string
  registration: { id: string; isTeam: boolean; answers: Record<string, unknown>; status: number } | null
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MOST_CHARACTERS = 254
/** Addresses in one statement. */
const CHUNK = 1000

/** A phone number or an email as accounts keep it; null for anything else. */
export function addressOf(typed: string): string | null {
  const address = normaliseAccount(typed)
  return address.length <= MOST_CHARACTERS && (EMAIL.test(address) || isMainlandMobile(address) || isAbroad(address)) ? address : null
}

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
