/** What a short form of the language is: a way to write a part of a document in fewer words, which stands for exactly one long form. The meta-schemas say
 *  by `x-short` where a form may stand; `shortForms.ts` lists them. */

import type { Finding } from '../documents/failure.ts'

export type Json = Record<string, unknown>

/** What a form may know about the place it stands in. */
export interface ShortPlace {
  /** The whole document, as far as it is read. */
  root: Json
}

/** What a form makes of what was written. */
export interface Expansion {
  value: unknown
  /** Parts that stand elsewhere than in the written form: JSON Pointers below the value and below what was written. */
  moves?: readonly { to: string; from: string }[]
  /** What is wrong with it; `path` is below what was written. */
  mistakes?: readonly Mistake[]
}

export type Mistake = Omit<Finding, 'code'>

export interface ShortForm {
  /** @returns undefined when the value is no such form: it is left as it is */
  expand(value: unknown, place: ShortPlace): Expansion | undefined
  /** @param long      the value in the long form
   *  @param contracted the same value, its parts in their short forms
   *  @returns         the short form; `contracted` where there is none */
  contract(long: unknown, contracted: unknown, place: ShortPlace): unknown
}
