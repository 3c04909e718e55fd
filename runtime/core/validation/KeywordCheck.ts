/** What a keyword's code is: a pure function, the same compiled, precompiled, on the server and in the browser. It sees one value and never throws. */

/** Where the value stands. */
export interface KeywordPlace {
  /** The object or array that holds the value; undefined at the root. */
  readonly parent: unknown
  readonly root: unknown
}

/** Why a value is refused: `code` names one of the messages of the keyword document, `values` fill it. */
export interface KeywordRefusal {
  readonly code: string
  readonly values: Readonly<Record<string, unknown>>
}

/** `value` is of one of the JSON types the keyword's document names in `appliesTo`, `limit` is the keyword's own value in the schema. */
export type KeywordCheck<V, L> = (value: V, limit: L, place: KeywordPlace) => KeywordRefusal | null
