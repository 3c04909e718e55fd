/** Skins that the person may change, newest first, with what they are for and whether they are applied. */

import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import { designReach } from '../organisation/designReach.ts'
import { DESIGN } from '../organisation/mayDesign.ts'
import { groupOf, type SkinRow, scopeOf } from './skin.ts'

interface Input {
  pageNum?: number
  pageSize?: number
  scope?: string
  competitionId?: string
  search?: string
}
type Row = SkinRow & { organisation: LocalText | null; competition: LocalText | null; total: string }
const PAGE = 20

export default defineHandler('skin.list', async (input, context) => {
  const { pageNum = 1, pageSize = PAGE } = input
  const rows = (await query(input, context)
    .selectAll('s')
    .select(['o.name as organisation', 'c.title as competition', sql<string>`count(*) over ()`.as('total')])
    .orderBy('s.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()) as Row[]
  const list = await Promise.all(rows.map((row) => describe(row, context)))
  return { list, total: Number(rows[0]?.total ?? 0), pageNum, pageSize }
})

function query({ scope, competitionId, search }: Input, context: HandlerContext) {
  const found = context.db
    .selectFrom('skin_skin as s')
    .leftJoin('organisation_organisation as o', 'o.id', 's.organisationId')
    .leftJoin('competition_competition as c', 'c.id', 's.competitionId')
    .where((builder) => builder.or(within(builder, context)))
  return found
    .$if(scope === 'platform', (each) => each.where('s.organisationId', 'is', null).where('s.competitionId', 'is', null))
    .$if(scope === 'organisation', (each) => each.where('s.organisationId', 'is not', null))
    .$if(scope === 'competition', (each) => each.where('s.competitionId', 'is not', null))
    .$if(competitionId !== undefined, (each) => each.where('s.competitionId', '=', competitionId!))
    .$if(Boolean(search), (each) => each.where(sql<boolean>`platform_finds(s."name"::text, ${searchForm(search ?? '')})`))
}

// biome-ignore lint/suspicious/noExplicitAny: tables are declared in JSON
function within(builder: ExpressionBuilder<any, any>, context: HandlerContext): Expression<any>[] {
  const { platform, competitions, organisations } = designReach(DESIGN, context)
  const of = (column: string, ids: readonly string[] | null) =>
    ids === null ? builder(column, 'is not', null) : ids.length > 0 ? builder(column, 'in', ids) : builder.lit(false)
  const ofPlatform = builder.and([builder('s.organisationId', 'is', null), builder('s.competitionId', 'is', null), builder.lit(platform)])
  return [
    ofPlatform,
    of('s.competitionId', competitions),
    of('s.organisationId', organisations),
    ...(organisations === null ? [] : [of('c.organisationId', organisations)]),
  ]
}

async function describe({ total: _, organisation, competition, ...row }: Row, { db, documents, lang }: HandlerContext) {
  const revisions = await documents.store.revisions('skin', row.documentId!)
  const published = revisions.some(({ state }) => state === 'published')
  const changed = revisions.some(({ state }) => state === 'draft')
  const applied = await db.selectFrom('shell_setting').select('theme').where('groupId', '=', groupOf(row)).executeTakeFirst()
  return {
    id: row.id,
    name: row.name,
    scope: scopeOf(row),
    objectName: (competition ?? organisation)?.[lang] ?? null,
    published,
    state: published ? (changed ? 'changed' : 'published') : 'draft',
    worn: applied?.theme === row.documentId,
    updatedAt: revisions[0]?.updatedAt ?? row.updatedAt,
  }
}
