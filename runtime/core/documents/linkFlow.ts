/** Checks of flows: the status field and its states exist, every transition can be reached, effects touch fields that exist. */
import type { EntityDocument, FlowDocument } from '../documents.ts'
import { DATETIME, type ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import { linkEffect } from './linkEffects.ts'
import { linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { fieldOf, rowType, SESSION_TYPE } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

type State = string | number

export function linkFlow(linker: Linker, document: LinkedDocument, flow: FlowDocument): void {
  linkIds(linker, document, flow)
  const entity = linker.index.get('entity', flow.entity)
  if (entity === undefined) return
  linkFieldName(linker, document, entity, '/field', flow.field)
  const field = fieldOf(entity, flow.field)
  if (field !== undefined && field.type !== 'enum') {
    const suggestion = 'name a field of type enum: its codes are the states'
    linker.report(document, { code: 'FIELD_TYPE', path: '/field', expected: 'a field of type enum', found: field.type, suggestion })
  }
  const codes = linker.codes(field?.enum)
  if (codes !== undefined && linkStates(linker, document, flow, codes)) linkReach(linker, document, flow)
  for (const [index, transition] of flow.transitions.entries())
    linkTransition(linker, document, entity, `/transitions/${index}`, transition)
}

function linkIds(linker: Linker, document: LinkedDocument, flow: FlowDocument): void {
  const seen = new Set<string>()
  for (const [index, { id }] of flow.transitions.entries()) {
    const path = `/transitions/${index}/id`
    if (seen.has(id))
      linker.report(document, {
        code: 'CODE_DUPLICATE',
        path,
        expected: 'each id once',
        found: show(id),
        suggestion: 'rename one of the two',
      })
    seen.add(id)
  }
}

/** @returns whether all states are codes of the enum */
function linkStates(linker: Linker, document: LinkedDocument, flow: FlowDocument, codes: readonly State[]): boolean {
  const places: [string, State][] = flow.initial.map((state, index) => [`/initial/${index}`, state])
  for (const [index, { from, to }] of flow.transitions.entries()) {
    places.push(...from.map((state, at): [string, State] => [`/transitions/${index}/from/${at}`, state]), [`/transitions/${index}/to`, to])
  }
  const unknown = places.filter(([, state]) => !codes.includes(state))
  for (const [path, state] of unknown) {
    const suggestion = typeof state === 'string' ? suggest(state, codes.map(String)) : `write one of ${codes.join(', ')}`
    linker.report(document, {
      code: 'CODE_UNKNOWN',
      path,
      expected: `a code of the status enum: ${codes.join(', ')}`,
      found: show(state),
      suggestion,
    })
  }
  return unknown.length === 0
}

function linkReach(linker: Linker, document: LinkedDocument, flow: FlowDocument): void {
  const reached = new Set<State>(flow.initial)
  for (let before = -1; before !== reached.size; ) {
    before = reached.size
    for (const { from, to } of flow.transitions) if (from.some((state) => reached.has(state))) reached.add(to)
  }
  for (const [index, { from }] of flow.transitions.entries()) {
    if (from.some((state) => reached.has(state))) continue
    linker.report(document, {
      code: 'STATE_UNREACHABLE',
      path: `/transitions/${index}/from`,
      expected: `a state that a row can be in: ${[...reached].join(', ')}`,
      found: from.join(', '),
      suggestion: 'add a transition that leads there, add it to initial, or remove this transition',
    })
  }
}

function linkTransition(
  linker: Linker,
  document: LinkedDocument,
  entity: EntityDocument,
  path: string,
  transition: FlowDocument['transitions'][number],
): void {
  // inputs come from whichever call takes the transition
  const scope: ScopeTypes = { row: rowType(entity, linker.index, 'sql'), input: 'map', session: SESSION_TYPE, now: DATETIME }
  if (transition.condition !== undefined) {
    const place = { document, path: pointer(path, 'condition'), scope }
    linkRowPaths(linker, place, linkCel(linker, place, transition.condition, 'boolean'), entity)
  }
  for (const [index, effect] of (transition.effects ?? []).entries()) {
    linkEffect(linker, { document, path: `${path}/effects/${index}`, scope }, entity, effect)
  }
}
