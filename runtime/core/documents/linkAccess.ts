/** Who may make a call: the permission, its scope, and the field of the entity that says where a row belongs. */
import type { Access, EntityDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { linkOutputPath } from './linkOutput.ts'
import { followPath } from './scopeTypes.ts'

export function linkAccess(
  linker: Linker,
  document: LinkedDocument,
  key: string,
  access: Access,
  entity: EntityDocument | undefined,
): void {
  if (typeof access === 'string') return
  const scopes = linker.index.of('role').flatMap(({ content }) => content.scopes)
  for (const [index, { field, scope }] of (access.within ?? []).entries()) {
    const path = `/${key}/within/${index}`
    if (entity !== undefined) {
      linkOutputPath(linker, { document, path: `${path}/field`, scope: {} }, field, false, entity)
      linkScopeField(linker, document, `${path}/field`, { field, scope }, entity)
    }
    if (linker.index.isWhole('role'))
      linker.known(document, 'CODE_UNKNOWN', `${path}/scope`, 'a scope that a role can be granted on', scope, scopes)
  }
}

/** The field holds ids of that scope's objects: those of others are other objects that happen to have the same number. */
function linkScopeField(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  { field, scope }: { field: string; scope: string },
  entity: EntityDocument,
): void {
  const wanted = linker.app?.scopes?.[scope]?.entity
  const steps = field.split('.')
  const holder = steps.length > 1 ? followPath(steps.slice(0, -1), entity, linker.index) : undefined
  const end = followPath(steps, entity, linker.index)
  if (wanted === undefined || !('field' in end) || (holder && !('field' in holder))) return
  const owner = steps.at(-1) === 'id' ? (holder?.field.entity ?? entity.id) : end.field.type === 'ref' ? end.field.entity : undefined
  // what outlives its objects keeps their ids as texts
  if (owner === wanted || (owner === undefined && end.field.type === 'string')) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: `a reference to ${wanted}, the objects of the scope "${scope}"`,
    found: owner === undefined ? `"${field}" of type ${end.field.type}` : `"${field}", a reference to ${owner}`,
    suggestion: 'name the field that holds the object, or another scope',
  })
}
