/** Ids of all parent organisations of an organisation, nearest first. */
import { sql } from 'kysely'
import type { Database } from '../../runtime/core/contracts.ts'

/** @returns ids of the parent organisations; empty for a top-level organisation */
export async function superiorsOf(id: string, db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select "superiorId" as "id" from organisation_organisation where "id" = ${id}::bigint
      union
      select upper."superiorId" from organisation_organisation upper join above on upper."id" = above."id"
    )
    select "id"::text as "id" from above where "id" is not null`.execute(db)
  return rows.map((row) => row.id)
}
