/** All roles that can be granted: those of the documents, and those made at run time for the whole platform or for organisations in reach. */

import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { STORED_ROLE } from './grantRows.ts'
import { localName, objectName } from './identityOptions.ts'

interface Stored {
  id: string
  name: LocalText
  remark: string | null
  permissions: string[]
  organisationId: string | null
}

export default defineHandler('account.roles', async ({ search }, context) => {
  const { db, platform, session, lang } = context
  const shipped = [...platform.documents.role.values()]
    .filter(({ id }) => ![...platform.app.roles.visitor, ...platform.app.roles.signedIn].includes(id))
    .filter(({ scopes, identity }) => scopes.length > 0 || identity !== null)
    .map(({ id, title, description, permissions, scopes }) => ({
      id,
      name: localName(title, lang) ?? id,
      remark: description ?? null,
      permissions,
      count: permissions.length,
      scopes: scopes.length > 0 ? scopes : ['platform'],
      stored: false,
      storedId: null as string | null,
      names: { zh: localName(title, 'zh') ?? id, en: localName(title, 'en') ?? id },
      place: null as string | null,
      groups: {} as Record<string, string[]>,
    }))
  const reach = objectsWith(session, 'manageRole', 'organisation')
  const rows = (await db
    .selectFrom('account_role')
    .select(['id', 'name', 'remark', 'permissions', 'organisationId'])
    .orderBy('id')
    .execute()) as Stored[]
  const own: typeof shipped = []
  for (const { id, name, remark, permissions, organisationId } of rows) {
    if (reach !== null && (organisationId === null || !reach.includes(organisationId))) continue
    const facts = { remark, permissions, count: permissions.length, stored: true, storedId: id, names: name }
    const place = await objectName(organisationId === null ? null : 'organisation', organisationId, context)
    const scopes = organisationId === null ? ['platform', 'organisation', 'competition'] : ['organisation', 'competition']
    own.push({
      id: `${STORED_ROLE}${id}`,
      name: localName(name, lang) ?? id,
      scopes,
      place,
      groups: inGroups(permissions, context),
      ...facts,
    })
  }
  const words = searchForm(search ?? '')
  const list = [...shipped, ...own].filter(({ id, name }) => !words || searchForm(`${name} ${id}`).includes(words))
  return { list, total: list.length, pageNum: 1, pageSize: 100 }
})

/** Codes by the name of their group. */
function inGroups(codes: readonly string[], { platform }: HandlerContext): Record<string, string[]> {
  const { groups = [], values } = platform.get('enum', platform.app.permissions)
  const names = new Map(groups.map(({ code, name }) => [code, name ?? code]))
  const found: Record<string, string[]> = {}
  for (const { code, group } of values) {
    const name = names.get(group ?? '')
    if (name !== undefined && codes.includes(String(code))) found[name] = [...(found[name] ?? []), String(code)]
  }
  return found
}
