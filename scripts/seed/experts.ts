/** Experts of the demo, who have no password, and the groups that they review in. */
import { readDemo } from './demoData.ts'
import type { SeedDatabase as Database } from './SeedDatabase.ts'

interface DemoExperts {
  /** `competition`: key of the one they review. */
  experts: { userName: string; name: string; email: string; competition: string }[]
  /** `members`: user names. */
  groups: { name: string; competition: string; remark: string; members: string[] }[]
}
type Ids = ReadonlyMap<string, string>

/** @param places ids of `competitions` by key, of `users` by username */
export async function insertExperts(db: Database, { users, competitions }: { users: Ids; competitions: Ids }): Promise<void> {
  const { experts, groups } = readDemo<DemoExperts>('experts.json')
  const people = new Map(users)
  for (const { userName, name, email, competition } of experts) {
    const { id } = await db.insertInto('account_user').values({ userName, name, email }).returning('id').executeTakeFirstOrThrow()
    people.set(userName, id)
    const grant = { userId: id, role: 'account.expert', scope: 'competition', objectId: competitions.get(competition) }
    await db.insertInto('account_grant').values(grant).execute()
  }
  for (const { name, competition, remark, members } of groups) {
    const competitionId = competitions.get(competition)
    const { organisationId } = await db
      .selectFrom('competition_competition')
      .select('organisationId')
      .where('id', '=', competitionId)
      .executeTakeFirstOrThrow()
    const group = { name, remark, competitionId, organisationId, members: members.length }
    const { id: expertGroupId } = await db.insertInto('account_expertGroup').values(group).returning('id').executeTakeFirstOrThrow()
    const rows = members.map((userName) => ({ expertGroupId, userId: people.get(userName) }))
    await db.insertInto('account_expertGroupMember').values(rows).execute()
  }
}
