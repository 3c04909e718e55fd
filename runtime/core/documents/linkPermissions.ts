/** Checks that permissions lead somewhere: a page's permission guards a call, and anyone who sees an entry of a menu can open its page. */
import type { MenuItem, PageDocument, Permission } from '../documents.ts'
import { holdsPermission } from '../permissions.ts'
import { derived, type LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { pageAt } from './linkRoutes.ts'

/** The codes that a permission names. */
export function codesOf(permission: Permission): readonly string[] {
  if (typeof permission === 'string') return [permission]
  return 'any' in permission ? permission.any : permission.all
}

/** A page may be opened by a code that no call asks for: then its rows are everyone's, or its buttons no one's. */
export function linkPagePermission(linker: Linker, document: LinkedDocument, { access }: PageDocument): void {
  if (typeof access !== 'object' || !linker.index.isWhole('call')) return
  const guarding = guardingCodes(linker.index)
  for (const code of codesOf(access.permission)) {
    if (guarding.includes(code)) continue
    linker.report(document, {
      code: 'PERMISSION_IDLE',
      path: '/access/permission',
      expected: 'a permission that a call asks for too: the page alone protects nothing',
      found: `"${code}", which no call asks for`,
      suggestion: 'name the permission of the calls of this page, or let them ask for this one',
    })
  }
}

/** Codes that some call asks for. */
const guardingCodes = derived('guardingCodes', (index) => {
  const asked = index
    .of('call')
    .flatMap(({ content: { access, preview } }) =>
      [access, preview].flatMap((each) => (typeof each === 'object' ? codesOf(each.permission) : [])),
    )
  return [...new Set(asked)].sort()
})

/** Someone who holds the permission of the entry, but not that of its page, is shown that the page is not for them. */
export function linkEntryPermission(linker: Linker, document: LinkedDocument, path: string, { to, permission }: MenuItem): void {
  if (to === undefined || permission === undefined) return
  const page = pageAt(linker, to)
  if (typeof page?.access !== 'object') return
  const asked = page.access.permission
  const odd = holdersOf(linker, permission).find(({ codes }) => holdsPermission(codes, permission) && !holdsPermission(codes, asked))
  if (odd === undefined) return
  linker.report(document, {
    code: 'PERMISSION_IDLE',
    path,
    expected: `a permission that opens ${page.id} (${codesOf(asked).join(', ')})`,
    found: `${JSON.stringify(permission)}: ${odd.who} sees the entry and may not open the page`,
    suggestion: `write ${JSON.stringify(asked)}`,
  })
}

/** Roles with their codes; a code that no role gives stands for someone who has it alone. */
function holdersOf(linker: Linker, permission: Permission): { who: string; codes: ReadonlySet<string> }[] {
  const roles = linker.index.of('role').map(({ content }) => ({ who: content.id, codes: new Set<string>(content.permissions) }))
  const alone = codesOf(permission).filter((code) => !roles.some(({ codes }) => codes.has(code)))
  return [...roles, ...alone.map((code) => ({ who: `whoever holds ${code} alone`, codes: new Set([code]) }))]
}
