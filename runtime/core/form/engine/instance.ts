/** One field at one place of the answers, and what is known of it. */
import type { FieldTemplate } from '../compileForm.ts'
import type { OptionValue } from '../compileOptions.ts'
import { isEmptyAnswer } from '../isEmptyAnswer.ts'
import type { FieldState } from './FormEngine.ts'

/** One field at one place. */
export interface Instance {
  readonly field: FieldTemplate
  readonly path: string
  readonly parent: Instance | null
  /** Scope object that holds this field's value: the root's, a group's or a row's. */
  readonly holder: Record<string, unknown>
  /** `item` of the rules. */
  readonly item: Record<string, unknown> | null
  /** Groups: fields. Repeat groups: none. */
  children: Instance[]
  /** Repeat groups only. */
  rows: Row[]
  /** What expressions read of a group or repeat group while it takes part. */
  scope: Record<string, unknown> | Record<string, unknown>[] | null
  /** The answer of a value; of a group or repeat group only what is not an object or array, so that the validator sees it. */
  raw: unknown
  computed: unknown
  /** The value that the person cannot change now. */
  fixed: { value: unknown } | null
  /** What the form filled in, and when it last did: by rule, whether its condition held. */
  filled: { held: boolean[]; value: unknown } | null
  /** The person has answered: a value that follows others follows no more. */
  touched: boolean
  shown: boolean
  held: boolean
  state: FieldState
  alive: boolean
}
export interface Row {
  scope: Record<string, unknown>
  children: Instance[]
  raw: unknown
}

export const NOTHING_DISABLED: readonly OptionValue[] = Object.freeze([])
export const UNKNOWN: FieldState = Object.freeze({
  visible: false,
  enabled: false,
  required: false,
  readable: false,
  writable: false,
  disabledOptions: NOTHING_DISABLED,
  hiddenOptions: NOTHING_DISABLED,
})

export interface InstancePlace {
  path: string
  holder: Instance['holder']
  item: Instance['item']
  parent: Instance['parent']
  held: boolean
}

/** A field at a place, not answered and not evaluated yet. */
export function newInstance(field: FieldTemplate, place: InstancePlace): Instance {
  const { path, holder, item, parent, held } = place
  const value = { raw: undefined, computed: null, fixed: null, filled: null, touched: false }
  return {
    field,
    path,
    parent,
    holder,
    item,
    held,
    ...value,
    children: [],
    rows: [],
    scope: null,
    shown: true,
    state: UNKNOWN,
    alive: true,
  }
}

/** Whether anything was answered at it or below it. */
export function isAnswered(instance: Instance): boolean {
  return !isEmptyAnswer(instance.raw) || instance.rows.length > 0 || instance.children.some(isAnswered)
}

/** It or a group around it is hidden with `clear`: it has no value until it is visible again. */
export function isCleared(instance: Instance): boolean {
  for (let at: Instance | null = instance; at; at = at.parent) if (!at.shown && at.field.whenHidden === 'clear') return true
  return false
}

/** All instances below one, not itself. */
export function inside(instance: Instance): Instance[] {
  const direct = [...instance.children, ...instance.rows.flatMap((row) => row.children)]
  return direct.flatMap((child) => [child, ...inside(child)])
}
