/** One mistake in data, as all sides tell it. */
export interface FieldError {
  /** JSON Pointer into the data; for a missing or extra property, of that property. */
  readonly path: string
  /** Keyword of the schema that is broken: `required`, `minLength`, `phone`, ... */
  readonly rule: string
  /** Facts of the keyword: `{ limit: 8 }`; for our keywords with the `code` of the check. */
  readonly params: Readonly<Record<string, unknown>>
  /** Text key and the values for its places: `validation.<rule>`, or `keyword.<name>.<code>`. */
  readonly message: { readonly key: string; readonly values: Readonly<Record<string, unknown>> }
}

/** The most mistakes that one check tells: anyone who sends more reads the first of them, corrects and sends again. */
export const MAX_ERRORS = 100
