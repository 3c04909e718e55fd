/** Answers as a tree: of what stands on the screen, of what is sent. */
import { normaliseValue } from '../../values/normaliseValue.ts'
import { offeredAnswer } from '../compileOptions.ts'
import { isEmptyAnswer } from '../isEmptyAnswer.ts'
import type { Instance } from './instance.ts'

/** As it stands on the screen: what the form holds it to, else what was answered of what is offered. */
export function typedAnswer({ field, fixed, raw, state }: Instance): unknown {
  return fixed ? fixed.value : offeredAnswer(field.options, raw, state.hiddenOptions)
}

/** The answer of a value, in the form in which rules read it and it is checked, sent and stored. */
function ownAnswer(instance: Instance): unknown {
  return normaliseValue(instance.field.schema, typedAnswer(instance))
}

/** What a field, group or list of rows answers, in the form in which it is sent; undefined for none. */
export function answerOf(instance: Instance): unknown {
  if (instance.field.computed) return instance.computed ?? undefined
  if (instance.field.kind === 'value') return ownAnswer(instance)
  return answerTree(instance, () => branch(instance, answerTree))
}

type Pick = (instance: Instance, deeper: () => unknown) => unknown

export const answerTree: Pick = (instance, deeper) => {
  const answer = instance.state.readable ? deeper() : undefined
  return isEmptyAnswer(answer) ? undefined : answer
}

/** The answers of fields by name. @param pick  takes the answer of one, or leaves it out by undefined */
export function tree(instances: readonly Instance[], pick: Pick): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const instance of instances) {
    const value = pick(instance, () => branch(instance, pick))
    if (value !== undefined) made[instance.field.name] = value
  }
  return made
}

/** A row stays, also when nothing in it is filled: its place is part of the answer. */
function branch(instance: Instance, pick: Pick): unknown {
  if (instance.field.computed) return instance.computed
  if (instance.field.kind === 'value') return ownAnswer(instance)
  if (instance.raw !== undefined) return instance.raw
  if (instance.field.kind === 'repeat') return instance.rows.map((row) => (row.raw === undefined ? tree(row.children, pick) : row.raw))
  const group = tree(instance.children, pick)
  return Object.keys(group).length > 0 ? group : undefined
}
