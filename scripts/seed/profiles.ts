/** Profiles and certifications of the demo accounts. */
import { readDemo } from './demoData.ts'
import type { SeedDatabase as Database } from './SeedDatabase.ts'

interface DemoProfiles {
  /** User name -> fields of the profile. */
  profiles: Record<string, Record<string, unknown>>
  certifications: { userName: string; school: string; daysAgo: number; reviewer?: string; [field: string]: unknown }[]
}

const DAY_MS = 86_400_000

export async function insertProfiles(db: Database, users: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const { profiles, certifications } = readDemo<DemoProfiles>('profiles.json')
  for (const [userName, { labels, ...fields }] of Object.entries(profiles)) {
    const values = { ...fields, userId: users.get(userName), labels: JSON.stringify(labels) }
    await db.insertInto('profile_profile').values(values).execute()
  }
  for (const { userName, school, daysAgo, reviewer, ...fields } of certifications) {
    const { id: schoolId, organisationId } = await db
      .selectFrom('organisation_school')
      .select(['id', 'organisationId'])
      .where('code', '=', school)
      .executeTakeFirstOrThrow()
    const submittedAt = new Date(now.getTime() - daysAgo * DAY_MS).toISOString()
    const reviewed = reviewer ? { reviewerId: users.get(reviewer), reviewedAt: now.toISOString() } : {}
    await db
      .insertInto('profile_certification')
      .values({ ...fields, ...reviewed, userId: users.get(userName), schoolId, organisationId, submittedAt })
      .execute()
  }
}
