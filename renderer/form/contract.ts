/** Properties of the form renderer, and of controls. Controls of the kernel and of plugins may rely on these alone. */
import type { ReactNode } from 'react'
import type { FormError } from '../../runtime/core/contracts.ts'
import type { FormDocument, FormField } from '../../runtime/core/documents.ts'
import type { OptionValue } from '../../runtime/core/form/compileOptions.ts'
import type { ChangedAnswers } from './AnswersView.tsx'
import type { DraftPlace } from './drafts.ts'

/** Answer of a submit: done, or errors that the server found, or a newer version of the form. */
export type SubmitOutcome =
  | { ok: true }
  /** `hash`: of the version that the server checked against, when it is not the one filled. */
  | { errors: FormError[]; hash?: string }

/** First answers that were known of the person. */
export interface KnownAnswers {
  names: readonly string[]
  text: string
}

/** Names of the steps around the form, when it is a part of a longer way. */
export interface FormWay {
  before: readonly string[]
  /** Of the form, when it has one step alone. */
  own: string
  after: readonly string[]
}

export interface FormNodeProps {
  /** The document, or the hash of a stored version, which is then fetched. */
  form: FormDocument | string
  /** Hash of the validator module; taken from the page's bundle when absent. */
  validator?: string
  initial?: Record<string, unknown>
  /** Which of the first answers are known of the person. */
  known?: KnownAnswers | undefined
  /** The facts of the form's `context`. */
  context?: Record<string, unknown>
  way?: FormWay | undefined
  /** Codes of who fills it; default: those of the person. For previews: the server asks no one but the session. */
  permissions?: readonly string[]
  /** The moment by which its rules decide; default: now. For previews: on submit the server's clock decides. */
  at?: string | null
  /** Throws `CallError` when the call failed for another reason than the answers: its text is shown above the button. `draftKey`: random name of this
   *  browser's draft; empty without one. */
  onSubmit(answers: Record<string, unknown>, draftKey: string): Promise<SubmitOutcome>
  /** Name under which unsent answers are kept in the browser and on the server; without it they are not kept. */
  draftKey?: string
  /** Where the page keeps drafts on the server, instead of among the person's own ones. */
  draftPlace?: DraftPlace
  /** Shows the answers instead of controls. */
  readOnly?: boolean
  /** With `readOnly`: answers that differ from those of another time are marked. */
  changed?: ChangedAnswers
  /** Dialogs: no card around it, smaller gaps, no guard against leaving. */
  compact?: boolean
  /** Submits by itself after each change; there is no button. */
  autosave?: boolean
  submitLabel?: string
  /** Why nothing can be submitted now, to be read before people fill it in; empty: it can. */
  closed?: string
  /** The submit button warns. */
  danger?: boolean
  /** Shown beside the submit button; for dialogs. */
  onCancel?(): void
  /** Stands above the buttons. */
  beforeActions?: ReactNode
  /** Default: Cancel. */
  cancelLabel?: string | undefined
  /** An answer differs from its initial value. */
  onChanged?(): void
  /** Hears the answers as they are given, first those that the form begins with. Stable for the life of the form. */
  onAnswers?(answers: Record<string, unknown>): void
}

export type Held = 'busy' | 'failed'

/** One answer that a control shows and changes. Stable for the life of the control. */
export interface Answer {
  /** Concrete path: `/members/0/name`. */
  readonly path: string
  read(): unknown
  /** The person's own change. */
  write(value: unknown): void
  /** Reports changes that the control did not make: computed, cleared, draft restored. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void
  /** The person has left the control: its errors show from now on. */
  leave(): void
  /** What prevents submitting: something is still loading (`busy`: submit waits) or failed (`failed`: submit stops); null: nothing. */
  hold(state: Held | null): void
}

export interface ControlProps {
  /** Id of the element that the label names. */
  id: string
  answer: Answer
  field: FormField
  label: string
  placeholder: string
  /** `x-props`. */
  props: Readonly<Record<string, unknown>>
  disabled: boolean
  required: boolean
  invalid: boolean
  /** Ids of help and error for `aria-describedby`; undefined when there are none. */
  describedBy: string | undefined
  /** Options that may not be chosen now. */
  disabledOptions: readonly OptionValue[]
}

/** How a control wants to be framed. A control module may export it as `frame`; default `field`. */
export type ControlFrame =
  /** Label above, help and error below. */
  | 'field'
  /** As `field`, but the control is several elements: the label names the group. */
  | 'group'
  /** The control carries its own label (a checkbox); help and error below. */
  | 'inline'
  /** Nothing around it (headings, notes). */
  | 'bare'
