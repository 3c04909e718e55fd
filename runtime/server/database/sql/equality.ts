/** What is equal to what, and what is among what. */
import { as, asJson } from './casts.ts'
import { type ConstantScope, condition, type Fragment, type Target } from './fragment.ts'
import { conditionOf, failing, joined } from './logic.ts'
import { parameterFor } from './parameters.ts'

export function equality(left: Fragment, right: Fragment): Fragment {
  if (left.constant && right.constant) return condition((at) => (left.constant!(at.scope) === right.constant!(at.scope) ? 'TRUE' : 'FALSE'))
  if (left.constant) return equality(right, left)
  if (right.constant) return equalityWithConstant(left, right)
  const pair = comparable(left, right)
  if (!pair) return condition((at) => `${left.write(at, 'exact')} IS NULL AND ${right.write(at, 'exact')} IS NULL`)
  // an index serves = alone, which says the same where one side is never null
  return condition((at) => {
    const same = [left, right, ...pair].some((side) => knownIn(side, at.scope)) ? '=' : 'IS NOT DISTINCT FROM'
    return `${pair[0].write(at, 'exact')} ${same} ${pair[1].write(at, 'exact')}`
  })
}

/** Whether it is not null with these values of the caller. */
export function knownIn({ present, isKnown }: Fragment, scope: ConstantScope): boolean {
  return present === true || isKnown?.(scope) === true
}

function equalityWithConstant(left: Fragment, right: Fragment): Fragment {
  const valueAt = (at: Target) => right.constant!(at.scope) ?? null
  const plain = condition((at) => {
    const value = valueAt(at)
    if (value === null) return left.present ? 'FALSE' : `${left.write(at, 'exact')} IS NULL`
    const sql = left.write(at, 'exact')
    const parameter = parameterFor(left, value, at.writer)
    return parameter === null ? 'FALSE' : `${sql} = ${parameter}`
  })
  if (isChoice(left)) return condition((at) => chosen(left, valueAt(at), at))
  return {
    ...plain,
    fails(at) {
      if (valueAt(at) === null) return left.present ? 'TRUE' : `(${left.write(at, 'exact')} IS NOT NULL)`
      return `(${plain.write(at, 'filter')} IS NOT TRUE)`
    },
  }
}

/** Whether a value is chosen among constants by tests alone. */
function isChoice({ choice }: Fragment): boolean {
  return choice !== undefined && [choice.yes, choice.no].every((branch) => branch.constant !== undefined || isChoice(branch))
}

/** Condition under which a choice has a value, made of its tests. Unlike the choice itself it can be looked up in an index. */
function chosen({ constant, choice }: Fragment, value: unknown, at: Target): string {
  if (constant) return (constant(at.scope) ?? null) === value ? 'TRUE' : 'FALSE'
  const { test, yes, no } = choice!
  return joined(
    'OR',
    at,
    () =>
      joined(
        'AND',
        at,
        () => conditionOf(test, at, 'filter'),
        () => chosen(yes, value, at),
      ),
    () =>
      joined(
        'AND',
        at,
        () => failing(test, at),
        () => chosen(no, value, at),
      ),
  )
}

/** Two fragments of one kind, or null when values of theirs are never equal unless both are null. */
function comparable(left: Fragment, right: Fragment): [Fragment, Fragment] | null {
  if (left.kind === right.kind) return [left, right]
  if (left.kind === 'json' || right.kind === 'json') return [asJson(left), asJson(right)]
  const texts = [as(left, 'string'), as(right, 'string')]
  return texts[0] && texts[1] ? [texts[0], texts[1]] : null
}

/** Whether a value is in a list, or a key of a map, that the caller or the expression gives. */
export function amongConstants(item: Fragment, container: Fragment): Fragment {
  return condition((at) => {
    const value = container.constant!(at.scope)
    if (item.constant) return isAmong(item.constant(at.scope), value) ? 'TRUE' : 'FALSE'
    const sql = item.write(at, 'exact')
    const members = Array.isArray(value) ? value : typeof value === 'object' && value !== null ? keysWithValue(value) : []
    const parameters = members.flatMap((member) => (member == null ? [] : (parameterFor(item, member, at.writer) ?? [])))
    const tests = [
      ...(parameters.length > 0 ? [`${sql} IN (${parameters.join(', ')})`] : []),
      ...(members.some((member) => member == null) ? [`${sql} IS NULL`] : []),
    ]
    return tests.length > 0 ? tests.join(' OR ') : 'FALSE'
  })
}

function isAmong(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.includes(item)
  return typeof container === 'object' && container !== null && keysWithValue(container).includes(item as string)
}

function keysWithValue(map: object): string[] {
  return Object.entries(map).flatMap(([key, value]) => (value == null ? [] : [key]))
}
