/** Organisations and schools of the demo. */
import { type DemoOrganisation, type DemoSchool, readDemo } from './demoData.ts'
import type { SeedDatabase as Database } from './SeedDatabase.ts'

/** Superiors are before their subordinates. @returns ids by key */
export async function insertOrganisations(db: Database): Promise<Map<string, string>> {
  const { organisations } = readDemo<{ organisations: DemoOrganisation[] }>('competitions.json')
  const ids = new Map<string, string>()
  for (const { key, superior, ...organisation } of organisations) {
    const superiorId = superior ? (ids.get(superior) ?? null) : null
    const { id } = await db
      .insertInto('organisation_organisation')
      .values({ ...organisation, superiorId })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}

/** @returns the schools inserted */
export async function insertSchools(db: Database, organisations: ReadonlyMap<string, string>): Promise<DemoSchool[]> {
  const schools = readDemo<DemoSchool[]>('schools.json')
  const rows = schools.map(({ organisation, ...school }) => ({ ...school, organisationId: organisations.get(organisation ?? '') ?? null }))
  await db.insertInto('organisation_school').values(rows).execute()
  return schools
}
