import type { Kind } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'

/** Key of a text -> documents that show it by `@key`, as `kind:id`. Texts that code shows by itself are named by none. */
export type TextUsers = Record<string, string[]>

const known = new WeakMap<Platform, ReadonlyMap<string, readonly string[]>>()

/** Documents that use the given text keys, by key. Keys without users are left out. */
export function usersOfTexts(platform: Platform, keys: readonly string[]): TextUsers {
  const users = known.get(platform) ?? collect(platform)
  known.set(platform, users)
  return Object.fromEntries(keys.flatMap((key) => (users.has(key) ? [[key, [...users.get(key)!]]] : [])))
}

function collect({ documents }: Platform): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const kind of Object.keys(documents) as Kind[])
    for (const [id, content] of documents[kind]) {
      if (kind === 'texts') continue
      const name = `${kind}:${id}`
      for (const key of keysIn(content)) users.set(key, [...(users.get(key) ?? []), name])
      if (kind === 'call')
        for (const code of documents.call.get(id)?.errors ?? []) users.set(`error.${code}`, [...(users.get(`error.${code}`) ?? []), name])
    }
  return users
}

function keysIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string' && value.startsWith('@')) found.add(value.slice(1))
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) keysIn(member, found)
  return found
}
