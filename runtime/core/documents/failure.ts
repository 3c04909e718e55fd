/** The catalogue of mistakes in documents and the two ways to make one: each failure says where, what was expected, what was found and how to
 *  correct it. Failures are data: they are collected, never thrown. */
import type { DocumentFailure } from '../platform.ts'

/** Code -> what it means, in one sentence for developers. */
export const failureCatalogue = {
  JSON_SYNTAX: 'the text is not JSON',
  JSON_DUPLICATE_KEY: 'an object names the same key twice; the first would be lost silently',
  FILE_NAME: 'a file name must be <name>.<kind>.json',
  SCHEMA_MISMATCH: '$schema names another kind than the file name',
  ID_MISMATCH: 'id must be the path of the file',
  ID_DUPLICATE: 'two documents of one kind share an id',
  VERSION_UNKNOWN: 'the format version has no migration to the current one',
  APP_COUNT: 'exactly one app document must exist',
  KEY_UNKNOWN: 'the kind knows no such key',
  KEY_MISSING: 'a required key is missing',
  TYPE: 'the value has another JSON type than the kind asks for',
  VALUE: 'the value breaks a rule of the kind',
  ACCESS_MISSING: 'a call or page says who may use it; nothing is open by default',
  ACCESS_REACH: 'a call does not say where its permission has to be held, which can be held on single objects',
  KEYWORD_UNKNOWN: 'a schema uses a keyword that neither draft 7 nor a keyword document declares',
  KEYWORD_VALUE: 'the value of a keyword does not fit its keyword document',
  LIMIT: 'a value that a document writes is outside of the limits beside it',
  KEYWORD_CLASH: 'a keyword document declares a name that is taken',
  REFERENCE_UNKNOWN: 'a document names another one that does not exist',
  NAME_UNKNOWN: 'a document names code (handler, widget, step, keyword check) that does not exist',
  PERMISSION_UNKNOWN: 'a permission code is not in the enum of permissions',
  PERMISSION_IDLE: 'a permission of a page guards no call, or that of a menu entry does not open its page',
  TEXT_MISSING: 'a text is missing in a language',
  TEXT_UNKNOWN: 'a text replaces one that no locale file has',
  TEXT_PLACES: 'the named places of a text differ between languages, or get no value',
  TEXT_PLURAL: 'a plural of a text lacks a form that its language needs',
  TEXT_FORMAT: 'a place of a text names a format that texts do not have',
  FIELD_UNKNOWN: 'an entity has no such field',
  FIELD_TYPE: 'a field has a type that cannot be used here',
  SETTING_VALUE: 'the value of a setting does not fit its type or limits',
  PARAMETER_UNKNOWN: 'a call has no such input parameter',
  PARAMETER_MISSING: 'a required input parameter of a call is not given',
  OUTPUT_UNKNOWN: 'a call does not answer with such a field',
  ROUTE_DUPLICATE: 'two pages claim one route',
  ROUTE_UNKNOWN: 'no page has such a route',
  IN_ADDRESS: 'a write answers GET, or a secret stands in an address, and nothing says why',
  PATH_DUPLICATE: 'two calls claim one method and path',
  CODE_UNKNOWN: 'an enum has no such code',
  CODE_DUPLICATE: 'a code or id stands twice in one list',
  FLOW_MISSING: 'no flow governs a state, and its entity does not say why',
  STATE_UNREACHABLE: 'no chain of transitions leads to the state a transition starts from',
  CEL_SYNTAX: 'an expression cannot be parsed',
  CEL_UNKNOWN: 'an expression names something that is not in scope',
  CEL_TYPE: 'an expression combines or yields types that do not fit',
  CEL_SQL: 'the database has to answer an expression that SQL cannot say',
  STATEMENT: 'no statement can be made of a document',
  COMPARISON: 'an expression compares what can never be equal: a code that the enum lacks, a day with a moment, an id with a word',
  NEVER_TRUE: 'a condition can never hold, whatever the values are',
  INDEX: 'a list that can be long is sorted, searched or filtered by what no index serves',
  CYCLE: 'things depend on each other in a circle',
  REQUIRED_NEVER_VISIBLE: 'a field is required but can never be visible, so nobody could submit',
  STEP_EMPTY: 'a step of a form has no field',
  STEP_LATER: 'a rule of a form reads an answer that a later step asks for',
  STEP_UNREACHED: 'no step of a form leads to a step',
  SKIN_TOKEN:
    'a skin sets a token that is not declared or not in a way its type allows, a picture of elsewhere, or a layout that its slots do not offer',
  SKIN_CONTRAST: 'a token of a skin is too close in lightness to the surface it is read on',
  PRINT_PICTURE: 'a printed sheet lacks a picture, or shows one of elsewhere',
  SOURCE_CLOSED: 'a page shows what many who may open it may not read',
  TABLE_ROWS: 'a table asks a call that does not answer rows',
  CALL_FILE: 'a download asks a call that does not answer a file',
  CALL_WRITES: 'a document asks by itself, on opening, for a call that writes',
  CALL_INNER: 'a page, form, table or menu names a call that only other calls and handlers make',
  CALL_NOT_OFFERED: 'a form asks for a call that does not offer itself to forms',
  OPTION_DUPLICATE: 'two options have the same value',
  OPTION_NOT_IN_ENUM: 'an option is not allowed by the schema of the field',
} as const satisfies Record<string, string>

/** All codes of failures in documents. */
export type FailureCode = keyof typeof failureCatalogue

/** A failure whose file is not known yet: the loader of the document adds it. */
export type Finding = Omit<DocumentFailure, 'file' | 'code'> & { code: FailureCode }

const SPECIAL = /[~/]/

/** One step deeper in a JSON Pointer; `/` and `~` are escaped. */
export function pointer(path: string, key: string | number): string {
  return `${path}/${typeof key === 'string' && SPECIAL.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`
}

/** A value as a failure shows it: JSON, cut at 80 characters. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const json = JSON.stringify(value)
  return json.length > 80 ? `${json.slice(0, 77)}...` : json
}
