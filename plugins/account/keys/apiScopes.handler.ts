/** Scopes to choose from: groups of reading calls first, then single calls; only what the person may use somewhere. */

import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { CallDocument, Text } from '../../../runtime/core/documents.ts'
import { heldAnywhere, holdsPermission } from '../../../runtime/core/permissions.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { knownScopes } from './knownScopes.ts'

const MAX = 100

export default defineHandler('account.apiScopes', ({ search = '', values }, context) => {
  const codes = heldAnywhere(context.session)
  const mine = [...knownScopes(context.platform)].filter(([, calls]) => calls.some((call) => mayUse(call, codes)))
  const list = mine.map(([value, calls]) => ({ value, label: labelOf(value, calls, context) }))
  const words = searchForm(search)
  const found = values
    ? list.filter(({ value }) => values.includes(value))
    : list.filter((each) => searchForm(`${each.value} ${each.label}`).includes(words))
  return { list: found.sort((left, right) => Number(isGroup(right.value)) - Number(isGroup(left.value))).slice(0, MAX) }
})

function isGroup(scope: string): boolean {
  return scope.startsWith('read:')
}

function mayUse({ access }: CallDocument, codes: ReadonlySet<string>): boolean {
  return typeof access === 'object' && holdsPermission(codes, access.permission)
}

function labelOf(scope: string, calls: readonly CallDocument[], { platform, lang }: HandlerContext): string {
  const texts = platform.texts[lang]
  const words = (text: Text | undefined) => (typeof text === 'object' && 'zh' in text ? text[lang] : texts[String(text).slice(1)])
  const group = platform.get('enum', 'account.readScope').values.find(({ code }) => code === scope)
  return group ? (words(group.label) ?? scope) : `${words(calls[0]?.title) ?? scope} · ${scope}`
}
