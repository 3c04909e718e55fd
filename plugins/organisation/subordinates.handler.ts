/** Organisations below the one that runs a competition, below one, or below those of the current identity, in reach of the person: whose competitions and people it may ask for. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { superiorsOf } from './superiorsOf.ts'

export default defineHandler('organisation.subordinates', async (input, { db, session, lang }) => {
  const competition = input.competitionId
    ? await db.selectFrom('competition_competition').select('organisationId').where('id', '=', input.competitionId).executeTakeFirst()
    : undefined
  const reach = objectsWith(session, 'manageOrganization', 'organisation')
  const named = input.organisationId ?? competition?.organisationId
  // without a name: those below what the current identity manages
  const tops = named === undefined ? reach : [named]
  const rows = (await db.selectFrom('organisation_organisation').select(['id', 'name', 'kind', 'superiorId']).orderBy('id').execute()) as {
    id: string
    name: LocalText
    kind: string
    superiorId: string | null
  }[]
  const below: typeof rows = []
  for (const row of rows) {
    if (reach !== null && !reach.includes(row.id)) continue
    const superiors = await superiorsOf(row.id, db)
    if (tops === null ? superiors.length > 0 : superiors.some((id) => tops.includes(id))) below.push(row)
  }
  return below.map(({ name, ...row }) => ({ ...row, name: name[lang] || name.zh }))
})
