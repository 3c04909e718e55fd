/** What a form that is being filled answers, and what it knows of who fills it. Types only. */
import type { CompiledForm, FieldTemplate } from '../compileForm.ts'
import type { OptionValue } from '../compileOptions.ts'

export interface FormEnvironment {
  /** The facts of the form's `context`. Absent with `now` (answers that are only read): what depends on them is shown when it was answered, and what was
   *  computed from them stays as it was stored. */
  context?: Record<string, unknown>
  /** Permission codes of the person: `session.permissions`, readers, writers. */
  permissions: readonly string[]
  /** The moment by which rules decide, as the server's clock has it: ISO 8601 in UTC with milliseconds, so that times compare as texts. Absent
   *  (answers that are only read): whatever depends on it is shown when it was answered. */
  now?: string
  /** read: nothing can be filled, so nothing is enabled or required. Default `write`. */
  mode?: 'write' | 'read'
  /** all: the form's readers and writers are ignored (never `session.permissions`), for answers that the server stores. Default `own`. */
  rights?: 'own' | 'all'
  /** The form fills values in that the person may change (`x-set` without `fixed`). Only while someone fills it: what was sent is as the person left it. */
  fills?: boolean
}

export interface FieldState {
  readonly visible: boolean
  readonly enabled: boolean
  /** Asked for now: declared or by `requiredWhen`, and visible, enabled, writable, not computed. */
  readonly required: boolean
  readonly readable: boolean
  readonly writable: boolean
  /** Options that may not be chosen now. */
  readonly disabledOptions: readonly OptionValue[]
  /** Options that are not offered now; as an answer they do not count. */
  readonly hiddenOptions: readonly OptionValue[]
}

export interface FormEngine {
  readonly compiled: CompiledForm
  /** State of the field at a path (concrete: `/members/0/name`), undefined when there is none. */
  state(path: string): FieldState | undefined
  /** Answer on the screen, as typed: also of a hidden field that keeps it; the computed value of a computed field. */
  value(path: string): unknown
  /** The declaration of the field at a path. */
  template(path: string): FieldTemplate | undefined
  /** Whether the value of a field takes part: it is visible, or hidden and kept. */
  isHeld(path: string): boolean
  /** Whether the form decides the value of a field now, whatever was sent. */
  isFixed(path: string): boolean
  /** All concrete paths, in document order. */
  paths(): string[]
  /** Ids of the steps on the way, in the order that one passes them; empty where no step can be passed over. */
  way(): string[]
  /** Number of rows of a repeat group. */
  rowCount(path: string): number
  /** Sets one answer (or a whole group or repeat group) and evaluates what depends on it.
   *  @returns paths whose value or state changed, the set one first; empty when nothing did, there is no such field, or the person may not write it */
  set(path: string, value: unknown): string[]
  /** The value of an expression over the root fields, `context`, `session` and `now`, and `item` of the field at `path`: parameters of option calls. */
  evaluate(source: string, path?: string): unknown
  /** Replaces the context. @returns paths that changed */
  setContext(context: Record<string, unknown>): string[]
  /** Time has passed. @returns paths that changed */
  setNow(now: string): string[]
  /** The answers as a tree: computed values in, cleared ones out, empty ones left out. Built on each call. */
  values(): Record<string, unknown>
  /** As `values`, without what a submission must not carry: hidden values that are not kept, and values the person may not write. */
  submission(): { values: Record<string, unknown>; dropped: string[] }
}
