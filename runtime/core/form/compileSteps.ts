/** Steps that lead elsewhere -> the ways through a form. A step is on the way when a step that is on the way leads to it. */
import type { FormDocument, FormField } from '../documents.ts'
import type { FieldTemplate } from './compileForm.ts'
import { compileRule, type Rule } from './compileRule.ts'

/** Target of a jump that leaves the form: the answers are sent next. */
export const END = 'end'

export interface StepJump {
  /** Null: always. */
  readonly when: Rule | null
  /** Position of a step; the number of steps for the end. */
  readonly to: number
}

export interface StepTemplate {
  readonly id: string
  readonly position: number
  /** In this order; the following step is the last. */
  readonly jumps: readonly StepJump[]
  /** Positions of the steps that can lead here. */
  readonly from: readonly number[]
  /** What the plan evaluates in its place. */
  readonly index: number
}

/** @param index  of the first step, in the numbers of the fields. @returns none where every step leads to the following one */
export function compileSteps({ steps = [] }: FormDocument, index: number): StepTemplate[] {
  if (!steps.some(({ next }) => next?.length)) return []
  const targets = stepTargets(steps)
  return steps.map(({ id, next = [] }, position) => {
    const jumps = next.map(({ when }, at) => ({ when: when ? compileRule(when.cel) : null, to: targets[position]![at]! }))
    const follows = { when: null, to: position + 1 }
    const from = targets.flatMap((to, other) => (to.includes(position) ? [other] : []))
    return { id, position, jumps: [...jumps, follows], from, index: index + position }
  })
}

type Steps = readonly NonNullable<FormDocument['steps']>[number][]

/** Positions that each step can lead to, its jumps first, the following step last; a step that is unknown counts as the end. */
export function stepTargets(steps: Steps): number[][] {
  return steps.map(({ next = [] }, position) => {
    const to = next.map(({ to }) => {
      const found = steps.findIndex(({ id }) => id === to)
      return found < 0 ? steps.length : found
    })
    return next.some(({ when }) => when === undefined) ? to : [...to, position + 1]
  })
}

/** The step of a top-level field, the first by default; undefined in a form without steps. */
export function stepOfField({ steps, sections }: FormDocument, field: FormField): string | undefined {
  const named = field['x-step'] ?? sections?.find(({ id }) => id === field['x-section'])?.step
  return steps?.find(({ id }) => id === named)?.id ?? steps?.[0]?.id
}

/** A step as the plan sees it: it is visible when it is on the way, and its value is where it leads. */
export function stepField(step: StepTemplate, parent: FieldTemplate): FieldTemplate {
  return {
    path: `#${step.id}`,
    name: '',
    index: step.index,
    schema: {},
    kind: 'value',
    parent,
    children: [],
    byName: new Map(),
    row: null,
    required: false,
    whenHidden: 'clearOnSubmit',
    readers: null,
    writers: null,
    visibleWhen: null,
    enabledWhen: null,
    requiredWhen: null,
    computed: null,
    options: null,
    optionWhen: null,
    called: null,
    sets: [],
    checks: [],
    step: null,
    leads: step,
  }
}
