/** Choices of what something is designed for: the platform, organisations and competitions within reach, by name; `values`: only these, to see whether they are offered. */

import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import { designReach } from './designReach.ts'

const MAX = 20
const NOTHING = ['0']

export default defineHandler('organisation.designObjects', async ({ permission, search, values }, context) => {
  const { db, text } = context
  const { platform, competitions, organisations } = designReach(permission, context)
  const asked = (scope: string) => (values ?? []).flatMap((value) => (value.startsWith(`${scope}:`) ? value.slice(scope.length + 1) : []))
  const named = (column: string) => sql<boolean>`platform_finds(${sql.ref(column)}::text, ${searchForm(search ?? '')})`
  const own = await db
    .selectFrom('organisation_organisation')
    .select(['id', 'name'])
    .$if(organisations !== null, (query) => query.where('id', 'in', organisations!.length > 0 ? organisations! : NOTHING))
    .$if(values !== undefined, (query) => query.where('id', 'in', [...asked('organisation'), ...NOTHING]))
    .$if(Boolean(search), (query) => query.where(named('name')))
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  const runs = await db
    .selectFrom('competition_competition')
    .select(['id', 'title'])
    .where('deletedAt', 'is', null)
    .$if(competitions !== null && organisations !== null, (query) =>
      query.where((builder) =>
        builder.or([
          builder('id', 'in', [...(competitions ?? []), ...NOTHING]),
          builder('organisationId', 'in', [...(organisations ?? []), ...NOTHING]),
        ]),
      ),
    )
    .$if(values !== undefined, (query) => query.where('id', 'in', [...asked('competition'), ...NOTHING]))
    .$if(Boolean(search), (query) => query.where(named('title')))
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  const whole = text('organisation.design.platform')
  const isPlatform = values ? values.includes('platform') : matches(search, whole)
  return [
    ...(platform && isPlatform ? [{ value: 'platform', label: whole }] : []),
    ...own.map(({ id, name }) => ({ value: `organisation:${id}`, label: text('organisation.design.organisation', { name }) })),
    ...runs.map(({ id, title }) => ({ value: `competition:${id}`, label: text('organisation.design.competition', { title }) })),
  ]
})

function matches(search: string | undefined, { zh, en }: LocalText): boolean {
  return !search || searchForm(`${zh} ${en}`).includes(searchForm(search))
}
