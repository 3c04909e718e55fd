/** The permission codes with their group, the roles that hold them, and the calls and pages that ask for them. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { Access } from '../../../runtime/core/documents.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { localName } from './identityOptions.ts'

export default defineHandler('account.permissions', ({ search, group }, { platform, lang }) => {
  const { documents } = platform
  const words = searchForm(search ?? '')
  const list = platform.get('enum', platform.app.permissions).values.flatMap((value) => {
    const code = String(value.code)
    const label = localName(value.label, lang) ?? code
    if ((group && value.group !== group) || (words && !searchForm(`${code} ${label}`).includes(words))) return []
    const roles = [...documents.role.values()]
      .filter(({ permissions }) => permissions.includes(code))
      .map(({ title, id }) => localName(title, lang) ?? id)
    const calls = [...documents.call.values()].filter(({ access }) => asksFor(access, code)).map(({ id }) => id)
    const pages = [...documents.page.values()].filter(({ access }) => asksFor(access, code)).flatMap(({ routes }) => routes)
    return [{ id: code, code, label, group: value.group ?? '', roles, calls, pages, uses: calls.length + pages.length }]
  })
  return { list, total: list.length, pageNum: 1, pageSize: 100 }
})

function asksFor(access: Access, code: string): boolean {
  if (typeof access === 'string') return false
  const { permission } = access
  return typeof permission === 'string' ? permission === code : ('any' in permission ? permission.any : permission.all).includes(code)
}
