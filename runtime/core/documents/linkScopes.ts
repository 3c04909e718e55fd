/** Checks of what roles are granted on: the scopes of the app document and the identities they give. */
import type { AppDocument, RoleDocument, ScopeDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'
import { linkGranted } from './linkFeature.ts'
import { linkFieldName } from './linkFieldName.ts'

export function linkScopes(linker: Linker, document: LinkedDocument, { scopes = {}, identities }: AppDocument): void {
  for (const [name, scope] of Object.entries(scopes)) {
    const path = pointer('/scopes', name)
    linkIdentity(linker, document, `${path}/identity`, scope.identity)
    linkScopeFields(linker, document, path, scope)
    if (scope.in)
      linker.known(document, 'CODE_UNKNOWN', `${path}/in/scope`, 'a scope of the app document', scope.in.scope, Object.keys(scopes))
  }
  if (!identities) return
  linkIdentity(linker, document, '/identities/platform', identities.platform)
  linkIdentity(linker, document, '/identities/own', identities.own)
}

function linkScopeFields(linker: Linker, document: LinkedDocument, path: string, scope: ScopeDocument): void {
  const entity = linker.index.get('entity', scope.entity)
  if (entity === undefined) return
  if (entity.label === undefined || entity.label.includes('.')) {
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: `${path}/entity`,
      expected: 'an entity whose label is a field of its own',
      found: entity.label === undefined ? `"${entity.id}", without label` : `"${entity.id}", labelled by the path "${entity.label}"`,
      suggestion: `write "label": the name of a field, in ${entity.id}`,
    })
  }
  if (scope.superior !== undefined) linkFieldName(linker, document, entity, `${path}/superior`, scope.superior)
  if (scope.in) linkFieldName(linker, document, entity, `${path}/in/field`, scope.in.field)
  if (scope.granted) linkGranted(linker, document, `${path}/granted`, entity, scope.granted)
}

/** Checks the scopes, the identity and the permissions that a role names. */
export function linkRole(linker: Linker, document: LinkedDocument, role: RoleDocument): void {
  const scopes = linker.app?.scopes
  for (const [index, scope] of role.scopes.entries())
    if (scopes) linker.known(document, 'CODE_UNKNOWN', `/scopes/${index}`, 'a scope of the app document', scope, Object.keys(scopes))
  if (typeof role.identity === 'string') linkIdentity(linker, document, '/identity', role.identity)
  for (const [index, code] of (role.subordinates ?? []).entries())
    linker.known(document, 'CODE_UNKNOWN', `/subordinates/${index}`, 'a permission of the role itself', code, role.permissions)
}

function linkIdentity(linker: Linker, document: LinkedDocument, path: string, kind: string): void {
  const kinds = linker.codes(linker.app?.identities?.kinds)
  if (kinds) linker.known(document, 'CODE_UNKNOWN', path, 'a kind of identity', kind, kinds.map(String))
}
