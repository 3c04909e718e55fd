/** Registrations that a template can be looked at with: of the competitions it is for, as far as the person issues certificates there. */

import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { readTemplate, type TemplatePlace } from './ownTemplate.ts'

const MAX = 20
const APPROVED = 4

export default defineHandler('certificate.templateSubjects', async ({ id, search }, context) => {
  const row = await readTemplate(id, context)
  const rows = await registrations(row, context)
    .$if(Boolean(search), (query) => query.where(sql<boolean>`platform_finds(r."displayName", ${searchForm(search ?? '')})`))
    .orderBy('r.id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(({ id: of, displayName, title }) => ({
    value: `registration:${of}`,
    label: { zh: `${displayName}（${title.zh}）`, en: `${displayName} (${title.en || title.zh})` },
  }))
})

function registrations({ competitionId, organisationId }: TemplatePlace, { db, session }: HandlerContext) {
  const competitions = objectsWith(session, 'createCertificate', 'competition')
  const organisations = objectsWith(session, 'createCertificate', 'organisation')
  return db
    .selectFrom('signup_registration as r')
    .innerJoin('competition_competition as c', 'c.id', 'r.competitionId')
    .select(['r.id', 'r.displayName', 'c.title'])
    .where('c.deletedAt', 'is', null)
    .where('r.status', '=', APPROVED)
    .$if(competitionId !== null, (query) => query.where('r.competitionId', '=', competitionId!))
    .$if(organisationId !== null, (query) => query.where('c.organisationId', '=', organisationId!))
    .$if(competitions !== null && organisations !== null, (query) =>
      query.where((builder) =>
        builder.or([
          builder('c.id', 'in', [...(competitions ?? []), '0']),
          builder('c.organisationId', 'in', [...(organisations ?? []), '0']),
        ]),
      ),
    )
}
