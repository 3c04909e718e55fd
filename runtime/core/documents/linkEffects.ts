/** Checks of effects: of transitions, and of what a call does after its write. */
import type { Effect, EntityDocument } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import { linkCel, linkRowPathsIn, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { linkFieldValue } from './linkFieldValue.ts'
import { linkVariables } from './linkTemplate.ts'
import { fieldOf } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

export interface EffectPlace {
  document: LinkedDocument
  path: string
  scope: ScopeTypes
}
type Part<K extends string> = Effect extends infer E ? (E extends { [P in K]: infer V } ? V : never) : never

/** @param entity  of `row`; undefined where there is none */
export function linkEffect(linker: Linker, place: EffectPlace, entity: EntityDocument | undefined, effect: Effect): void {
  const { document, path } = place
  const at = (name: string): EffectPlace => ({ ...place, path: `${path}/${name}` })
  if (entity) linkRowPathsIn(linker, place, effect, entity)
  if (effect.when) linkCel(linker, at('when'), effect.when, 'boolean')
  if ('send' in effect) {
    linkCel(linker, at('send/to'), effect.send.to)
    linkValues(linker, at('send/with'), effect.send.with)
    linkVariables(linker, document, `${path}/send`, effect.send)
  } else if ('job' in effect) {
    linkValues(linker, at('job/with'), effect.job.with)
    if (effect.job.as) linkCel(linker, at('job/as'), effect.job.as)
  } else if ('sessions' in effect) linkCel(linker, at('sessions/of'), effect.sessions.of)
  else if ('create' in effect) linkWritten(linker, at('create'), effect.create)
  else if ('change' in effect) linkWritten(linker, at('change'), effect.change)
  else if ('remove' in effect) linkWritten(linker, at('remove'), effect.remove)
  else if ('transition' in effect) linkTaken(linker, at('transition'), effect.transition)
  else if ('set' in effect && entity) linkSet(linker, at('set'), entity, effect.set)
  else if ('add' in effect && entity) linkAdd(linker, document, `${path}/add`, entity, effect.add)
}

/** `do` of a call. @param entity  of `row`; undefined where there is none */
export function linkDone(linker: Linker, place: EffectPlace, effects: readonly Effect[], entity: EntityDocument | undefined): void {
  for (const [index, effect] of effects.entries()) {
    const path = `${place.path}/${index}`
    if ('set' in effect || 'add' in effect)
      linker.report(place.document, {
        code: 'VALUE',
        path,
        expected: 'what else happens',
        found: '"set" or "add", which belong to transitions',
        suggestion: 'write "set" beside the operation, or take a transition',
      })
    else linkEffect(linker, { ...place, path }, entity, effect)
  }
}

/** `set`: field -> value. Computed fields are not set. */
export function linkSet(linker: Linker, place: EffectPlace, entity: EntityDocument, set: Parameters<typeof linkValues>[2]): void {
  for (const [name, value] of Object.entries(set ?? {})) {
    const path = pointer(place.path, name)
    linkFieldName(linker, place.document, entity, path, name)
    if (fieldOf(entity, name)?.computed !== undefined) {
      const suggestion = 'set what it is computed from'
      linker.report(place.document, { code: 'FIELD_TYPE', path, expected: 'a stored field', found: `"${name}" is computed`, suggestion })
    }
    linkFieldValue(linker, { ...place, path }, { entity, name }, value)
  }
}

/** Rows of another entity. A state that a flow governs changes by transitions alone. */
function linkWritten(linker: Linker, place: EffectPlace, { entity: id, ...rest }: Part<'create'> | Part<'change'> | Part<'remove'>): void {
  const entity = linker.index.get('entity', id)
  if (!entity) return
  const { where, set } = rest as Partial<Part<'change'>>
  linkSet(linker, { ...place, path: `${place.path}/where` }, entity, where)
  linkSet(linker, { ...place, path: `${place.path}/set` }, entity, set)
  if (where !== undefined && Object.keys(where).length === 0) linker.report(place.document, noRows(`${place.path}/where`))
  const flow = linker.index
    .of('flow')
    .map(({ content }) => content)
    .find((each) => each.entity === id && each.field in (set ?? {}))
  if (!flow) return
  const state = set![flow.field]
  if (where === undefined && flow.initial.some((initial) => initial === state)) return
  linker.report(place.document, {
    code: 'FIELD_TYPE',
    path: pointer(`${place.path}/set`, flow.field),
    expected: where === undefined ? `an initial state of ${flow.id}: ${flow.initial.join(', ')}` : 'a field that no flow governs',
    found: show(state),
    suggestion: `take a transition of ${flow.id} instead`,
  })
}

function noRows(path: string) {
  return {
    code: 'VALUE',
    path,
    expected: 'at least one field with its value',
    found: 'none, which would be every row',
    suggestion: 'say which rows',
  } as const
}

function linkTaken(linker: Linker, place: EffectPlace, { flow: id, transition, row, input }: Part<'transition'>): void {
  linkCel(linker, { ...place, path: `${place.path}/row` }, row)
  linkValues(linker, { ...place, path: `${place.path}/input` }, input)
  const known = linker.index.get('flow', id)?.transitions.map((each) => each.id)
  if (!known || known.includes(transition)) return
  linker.report(place.document, {
    code: 'CODE_UNKNOWN',
    path: `${place.path}/transition`,
    expected: `a transition of ${id}`,
    found: show(transition),
    suggestion: suggest(transition, known),
  })
}

function linkAdd(linker: Linker, document: LinkedDocument, path: string, entity: EntityDocument, add: Part<'add'>): void {
  linkFieldName(linker, document, entity, pointer(path, 'ref'), add.ref)
  const ref = fieldOf(entity, add.ref)
  if (ref === undefined) return
  if (ref.type !== 'ref') {
    const suggestion = 'name a field of type ref'
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: pointer(path, 'ref'),
      expected: 'a field of type ref',
      found: ref.type,
      suggestion,
    })
    return
  }
  const target = linker.index.get('entity', ref.entity ?? '')
  if (target === undefined) return
  linkNumberField(linker, document, target, pointer(path, 'field'), add.field)
  if (add.atMost !== undefined) linkNumberField(linker, document, target, pointer(path, 'atMost'), add.atMost)
}

function linkNumberField(linker: Linker, document: LinkedDocument, entity: EntityDocument, path: string, name: string): void {
  linkFieldName(linker, document, entity, path, name)
  const type = fieldOf(entity, name)?.type
  if (type === undefined || type === 'integer' || type === 'number' || type === 'money') return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: 'a field that holds a number',
    found: type,
    suggestion: 'name a field of type integer, number or money',
  })
}
