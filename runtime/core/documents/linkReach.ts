/** Checks that a call says where its permission has to be held. Without `within` a permission counts only when it is held on the whole platform. That is
 *  easily overlooked where roles give it on single objects: their holders would be refused. Such a call says `within`, or `everywhere`. */
import type { CallDocument, EntityDocument, RoleDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { codesOf } from './linkPermissions.ts'

/** Where the roles of the files give a permission. */
interface Held {
  /** Roles that give it on single objects, and the kinds of object. */
  roles: string[]
  scopes: Set<string>
  onPlatform: boolean
}

export function linkReach(linker: Linker, document: LinkedDocument, { access }: CallDocument, entity: EntityDocument | undefined): void {
  if (typeof access !== 'object') return
  const { within, everywhere, permission } = access
  const report = (path: string, expected: string, found: string, suggestion: string): void =>
    linker.report(document, { code: 'ACCESS_REACH', path, expected, found, suggestion })
  if (within !== undefined && everywhere) report('/access/everywhere', '"within" or "everywhere"', 'both', 'remove one of the two')
  if (within !== undefined) return
  const held = heldBy(linker)
  const codes = codesOf(permission)
  const absent = codes.filter((code) => held.get(code)?.onPlatform === false)
  const isAny = typeof permission === 'object' && 'any' in permission
  const nowhere = isAny && absent.length < codes.length ? undefined : absent[0]
  const onObjects = codes.find((code) => (held.get(code)?.scopes.size ?? 0) > 0)
  if (nowhere !== undefined) {
    const found = `"${nowhere}", which is given on single objects alone (${held.get(nowhere)!.roles.join(', ')}), so that no one could use the call`
    report(
      '/access',
      `"within", or a permission that a role gives on the whole platform`,
      found,
      withinHelp(linker, entity, held.get(nowhere)!),
    )
  } else if (onObjects !== undefined && !everywhere) {
    const { roles, scopes } = held.get(onObjects)!
    const found = `"${onObjects}" alone, which ${roles[0]} gives on one ${[...scopes].join(' or ')}: its holders would be refused`
    const help = `${withinHelp(linker, entity, held.get(onObjects)!)}, or say { "permission": ..., "everywhere": true }`
    report('/access', '"within", or "everywhere" when it is meant for those alone who hold it on the whole platform', found, help)
  }
}

const known = new WeakMap<readonly object[], ReadonlyMap<string, Held>>()

/** Stored roles are the platform's own affair: what staff add to one must not make the documents of a release unfit. */
function heldBy(linker: Linker): ReadonlyMap<string, Held> {
  const roles = linker.index.of('role')
  const made = known.get(roles) ?? collect(roles.filter(({ document }) => !document.file.startsWith('document:')))
  known.set(roles, made)
  return made
}

function collect(roles: readonly { content: RoleDocument }[]): Map<string, Held> {
  const found = new Map<string, Held>()
  for (const { content: role } of roles)
    for (const code of role.permissions) {
      const held = found.get(code) ?? { roles: [], scopes: new Set<string>(), onPlatform: false }
      found.set(code, held)
      for (const scope of role.scopes) held.scopes.add(scope)
      if (role.scopes.length > 0) held.roles.push(role.id)
      if (role.scopes.length === 0 || role.platform) held.onPlatform = true
    }
  return found
}

/** Fields of the entity that lead to an object of the scopes come first. */
function withinHelp(linker: Linker, entity: EntityDocument | undefined, { scopes }: Held): string {
  const fields = [...scopes].flatMap((scope) => {
    const target = linker.app?.scopes?.[scope]?.entity
    if (entity?.id === target) return [{ field: 'id', scope }]
    return Object.entries(entity?.fields ?? {}).flatMap(([field, { type, entity: to }]) =>
      type === 'ref' && to === target ? [{ field, scope }] : [],
    )
  })
  return fields.length > 0 ? `add "within": ${JSON.stringify(fields)}` : 'add "within" with a field (or an input) that names the object'
}
