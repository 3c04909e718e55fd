/** Checks of features: the scope exists, and what is in use is a number that the database can count. */
import type { CallDocument, Cel, EntityDocument, FeatureDocument } from '../documents.ts'
import { DATETIME, type ScopeType, type ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { rowType, SESSION_TYPE } from './scopeTypes.ts'

export function linkFeature(linker: Linker, document: LinkedDocument, { scope, use, limits }: FeatureDocument): void {
  const scopes = linker.app?.scopes
  if (!scopes) return
  linker.known(document, 'CODE_UNKNOWN', '/scope', 'a scope of the app document', scope, Object.keys(scopes))
  const entity = linker.index.get('entity', scopes[scope]?.entity ?? '')
  if (!entity) return
  const link = objectCel(linker, document, entity, { now: DATETIME })
  if (use) link('/use', use, 'number')
  if (limits) link('/limits', limits, 'boolean')
}

/** `granted` of the scopes. */
export function linkGranted(linker: Linker, document: LinkedDocument, path: string, entity: EntityDocument, granted: Cel): void {
  objectCel(linker, document, entity, { feature: 'string', now: DATETIME })(path, granted, 'number')
}

/** `needs` of a call: which object needs the feature. */
export function linkNeeds(linker: Linker, document: LinkedDocument, { needs = [] }: CallDocument, input: ScopeType): void {
  for (const [index, { feature, where }] of needs.entries()) {
    const scope = linker.index.get('feature', feature)?.scope
    const entity = linker.index.get('entity', linker.app?.scopes?.[scope ?? '']?.entity ?? '')
    if (entity)
      objectCel(linker, document, entity, { input, session: SESSION_TYPE, now: DATETIME })(`/needs/${index}/where`, where, 'boolean')
  }
}

function objectCel(linker: Linker, document: LinkedDocument, entity: EntityDocument, names: ScopeTypes) {
  const scope = { ...names, row: rowType(entity, linker.index, 'sql') }
  return (path: string, cel: Cel, wanted: ScopeType): void => {
    const place = { document, path, scope, rows: { entity } }
    linkRowPaths(linker, place, linkCel(linker, place, cel, wanted), entity)
  }
}
