/** The organisations that the person manages or may look at, in the order of the tree: each below its parent, with its depth. Contacts are for who manages. */

import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'

interface Row {
  id: string
  name: LocalText
  kind: string
  code: string | null
  superiorId: string | null
  contactPhone: string | null
  contactEmail: string | null
  certifiedAt: string | null
  members: number
  competitions: number
}
export interface TreeRow extends Row {
  depth: number
  /** The name, moved in by its depth. */
  label: string
  superior: string | null
}

export default defineHandler('organisation.tree', async (input, context) => {
  const { pageNum = 1, pageSize = 100 } = input
  const all = await treeOf(context)
  const words = searchForm(input.search ?? '')
  const found = all.filter(
    ({ id, name, code }) => (!input.id || id === input.id) && (!words || searchForm(`${name.zh} ${name.en} ${code ?? ''}`).includes(words)),
  )
  return { list: found.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: found.length, pageNum, pageSize }
})

async function treeOf({ db, session, lang }: HandlerContext): Promise<TreeRow[]> {
  const managed = objectsWith(session, 'manageOrganization', 'organisation')
  const looked = objectsWith(session, 'managerPermission', 'organisation')
  const reach = managed === null || looked === null ? null : [...managed, ...looked]
  const { rows } = await sql<Row>`
    select o."id"::text as "id", o."name", o."kind", o."code", o."superiorId"::text as "superiorId", o."certifiedAt",
      case when ${managed === null}::boolean or o."id"::text = any(${managed ?? []}::text[]) then o."contactPhone" end as "contactPhone",
      case when ${managed === null}::boolean or o."id"::text = any(${managed ?? []}::text[]) then o."contactEmail" end as "contactEmail",
      (select count(*)::integer from organisation_member m where m."organisationId" = o."id") as "members",
      (select count(*)::integer from competition_competition c where c."organisationId" = o."id") as "competitions"
    from organisation_organisation o
    where ${reach === null}::boolean or o."id"::text = any(${reach ?? []}::text[])
    order by o."name" ->> ${lang}, o."id"`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name[lang] || name.zh]))
  const children = new Map<string | null, Row[]>()
  for (const row of rows) {
    // an organisation whose parent is not in the list is at the top
    const above = row.superiorId !== null && names.has(row.superiorId) ? row.superiorId : null
    children.set(above, [...(children.get(above) ?? []), row])
  }
  const list: TreeRow[] = []
  const walk = (above: string | null, depth: number): void => {
    for (const row of children.get(above) ?? []) {
      list.push({
        ...row,
        depth,
        label: `${'　'.repeat(depth)}${depth > 0 ? '└ ' : ''}${names.get(row.id)}`,
        superior: names.get(row.superiorId ?? '') ?? null,
      })
      walk(row.id, depth + 1)
    }
  }
  walk(null, 0)
  return list
}
