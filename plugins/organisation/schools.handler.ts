/** Schools grouped by province for the school picker. `search` narrows to names that contain it, in either language; `codes` to those
 *  schools, and to regions with such a code. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { provinceOptions } from './regionTree.ts'

interface School {
  code: string
  name: LocalText
  region: string
}

export default defineHandler('organisation.schools', async ({ search, codes }, { db, platform, lang }) => {
  const schools: School[] = await db
    .selectFrom('organisation_school')
    .select(['code', 'name', 'region'])
    .$if(codes !== undefined, (query) => query.where(sql<boolean>`("code" = any(${codes}::text[]) or "region" = any(${codes}::text[]))`))
    .orderBy('code')
    .execute()
  const wanted = search?.trim().toLowerCase() ?? ''
  const found = schools.filter((school) => `${school.name.zh} ${school.name.en}`.toLowerCase().includes(wanted))
  const byRegion = Map.groupBy(found, ({ region }) => region)
  const provinces = provinceOptions(platform, lang)
  return [...byRegion].map(([region, members]) => ({
    ...(provinces.get(region) ?? { value: region, label: region }),
    children: members.map(({ code, name }) => ({ value: code, label: name[lang] })),
  }))
})
