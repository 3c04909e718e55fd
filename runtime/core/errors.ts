/** The catalogue of the kernel's errors: code -> HTTP status (for problem+json) and the developer's template. What a user reads is looked up
 *  by code in the texts (`error.CODE`); a developer's message never reaches a user. */
export interface ErrorEntry {
  status: number
  template: string
}

export const errorCatalogue = {
  CALL_INPUT: { status: 422, template: 'input of call {call} is invalid at {path}: expected {expected}, got {found}' },
  SESSION_REQUIRED: { status: 401, template: 'call {call} needs a signed-in person' },
  SESSION_INVALID: { status: 401, template: 'access token refused: {reason}' },
  PERMISSION_DENIED: { status: 403, template: 'call {call} needs permission {permission}' },
  FILTER_PERSONAL: { status: 403, template: 'call {call}: {field} holds personal data, so lists do not filter, search or sort by it' },
  PROOF_NEEDED: { status: 403, template: 'call {call} needs a proof of identity, given in this session within session.proofMinutes' },
  KEY_SCOPE: { status: 403, template: 'the scopes of the API key do not hold call {call}' },
  CALL_NOT_OFFERED: {
    status: 403,
    template: 'call {call} is not offered to documents as {asker}: sources ask calls that read, options and codes ask calls with forForms',
  },
  FEATURE_MISSING: { status: 403, template: 'call {call} needs the feature {feature}, which is not granted to {scope} {id}' },
  FEATURE_USED_UP: { status: 409, template: 'call {call}: {scope} {id} would have more than {limit} of the feature {feature}' },
  READ_ONLY: { status: 503, template: 'call {call} writes, and the platform is only to be read for the moment' },
  LOOKING_ONLY: { status: 403, template: 'call {call} writes, and the session only looks with the rights of someone else' },
  NOT_FOUND: { status: 404, template: '{entity} {id} does not exist or is out of the reach of this session' },
  CONFLICT: { status: 409, template: 'a unique rule of {entity} is broken: {fields}' },
  PAGE_TOO_FAR: { status: 422, template: 'pages behind the first {limit} rows are refused: narrow the list down or reverse its order' },
  BATCH_LONG: { status: 422, template: 'a batch takes {limit} rows at most' },
  BATCH_EMPTY: { status: 422, template: 'no row of the list matches' },
  BATCH_UNDONE: { status: 409, template: 'the batch is not over, was undone, or names no way back' },
  RATE_LIMITED: { status: 429, template: 'more than {max} calls in {seconds} s' },
  TEXT_EXCESSIVE: { status: 422, template: 'a formatted text has more than {nodes} parts, or parts deeper than {depth}' },
  STREAMS_FULL: { status: 429, template: 'more than {max} event streams are open for this person and address' },
  SERVER_FAULT: { status: 500, template: 'unexpected: {message}' },
  DOCUMENT_UNKNOWN: { status: 500, template: 'no {kind} document "{id}"' },
  FORM_CYCLE: { status: 500, template: 'form {form}: fields decide each other in a circle: {cycle}' },
  PATH_UNKNOWN: { status: 404, template: 'no call answers {method} {path}' },
  BODY_SYNTAX: { status: 400, template: 'the body cannot be read: {reason}' },
  NUMBER_DIGITS: { status: 422, template: 'the number {number} has more digits than are kept' },
  BODY_TOO_LARGE: { status: 413, template: 'the body is larger than {max} bytes' },
  HEADERS_TOO_LARGE: { status: 431, template: 'the headers are larger than the server reads' },
  REQUEST_TIMEOUT: { status: 408, template: 'the request did not arrive in time' },
  CONTENT_TYPE: { status: 415, template: 'the content type {found} is not accepted here' },
  BUSY: { status: 503, template: 'waited too long for {what}; try again after Retry-After' },
  TOO_LONG: { status: 503, template: '{what} took longer than it may' },
  REFERENCE: { status: 422, template: '{field} of {entity} names a row that does not exist' },
  IN_USE: { status: 409, template: 'rows of {by} still refer to this {entity}' },
  FLOW_STATE: { status: 409, template: 'transition {transition} of {flow} does not start from {state}' },
  FLOW_CONDITION: { status: 409, template: 'the condition of transition {transition} of {flow} does not hold' },
  FLOW_LIMIT: { status: 409, template: '{field} of {entity} would pass its limit' },
  IDEMPOTENCY_MISMATCH: { status: 422, template: 'the Idempotency-Key was used before with another request' },
  CONFIRM_FIRST: { status: 409, template: 'needs a confirmation: send {confirmed} as "confirmed" to continue: {what}' },
  DOCUMENT_IN_USE: { status: 409, template: 'other documents still name what would be gone, see details.failures: {what}' },
  DOCUMENT_INVALID: { status: 422, template: 'documents have mistakes, see details.failures' },
  TABLE_CHANGE_LOSSY: {
    status: 500,
    template: 'the documents ask for changes that would lose data, see details.changes; write a migration for them',
  },
  DATABASE_NEWER: {
    status: 500,
    template:
      'a newer release has prepared this database ({found}), and nothing was changed: start that release, or restore the backup made before it',
  },
  DATABASE_POOLED: {
    status: 500,
    template:
      'a database session has no settings of its own ({found}): something stands between, such as PgBouncer; set DATABASE_DIRECT_URL to PostgreSQL itself, then DATABASE_URL may be a pooler in transaction mode',
  },
  TABLE_LOCKED: {
    status: 500,
    template: 'changes of tables waited {seconds} s for other sessions and were given up, nothing was changed: {sessions}',
  },
  MIGRATION_CHANGED: { status: 500, template: '{file} differs from what was applied; write a new migration instead' },
  HANDLER_NAME: { status: 500, template: '{file} must export by default a handler named {expected}, found {found}' },
  EXTENSION_TWICE: { status: 500, template: '{point} is given "{key}" by {file} and by another file' },
  PLUGIN_TWICE: {
    status: 500,
    template: '{name} is provided by {file} and by {other}: sub-folders are no part of a name, rename one of the two',
  },
  PROVIDER_UNKNOWN: { status: 500, template: 'service {service}: {env} names "{found}"; known: {known}' },
  PROVIDER_SETTING: { status: 500, template: 'service {service}: the provider {provider} needs the environment variable {env}' },
  PROVIDER_NAME: { status: 500, template: '{file} must export by default a provider {expected}, found {found}' },
  CEL_SQL: { status: 500, template: 'in "{expression}" of {entity}, "{part}": {reason}' },
  CALL_COMPILE: { status: 500, template: 'call {call} cannot run: {reason}' },
  CALL_OUTPUT: { status: 500, template: 'the reply of call {call} differs from what its document declares: {places}' },
  FORM_INVALID: { status: 422, template: 'answers to form {form} are invalid' },
  PDF_TOO_SLOW: { status: 422, template: 'a sheet took more than {seconds} seconds to write' },
  COMPUTATION_TOO_LONG: { status: 422, template: 'the computation {name} took more than {seconds} seconds' },
  PDF_TOO_LONG: { status: 422, template: 'the document has more than {max} pages' },
  FILES_UNAVAILABLE: { status: 503, template: 'files cannot be stored or read now: {reason}' },
  FILE_MISSING: { status: 404, template: 'the bytes of file {id} are not in the folder of files' },
  UPLOAD_TICKET: { status: 422, template: 'the upload ticket cannot be used: {reason}' },
  FILE_TOO_LARGE: { status: 422, template: 'file {name} has more than {max} bytes' },
  FILE_TYPE: { status: 422, template: 'file {name} is {found}' },
  FILE_ACTIVE: { status: 422, template: 'file {name} holds active content: {found}' },
  FILE_UNREADABLE: { status: 422, template: 'file {name} cannot be inspected: it is encrypted, damaged or packed' },
  FILE_EXCESSIVE: { status: 422, template: 'file {name} unpacks to too much, or takes too long or too much memory to read: {reason}' },
  FILE_INFECTED: { status: 422, template: 'file {name}: the virus scanner found {found}' },
  FILE_IMAGE: { status: 422, template: 'picture {name}: {reason}' },
  DRAFT_CONFLICT: { status: 409, template: 'the stored draft is newer than the one the device saw' },
  DRAFT_TOO_LARGE: { status: 422, template: 'a draft has at most {max} characters' },
  VIEW_NAME_TAKEN: { status: 409, template: 'the person has a view of this name on the table' },
  VIEW_LIMIT: { status: 422, template: 'a person keeps at most {max} views of a table' },
  DOCUMENT_REVISION: { status: 409, template: 'two revisions of one document were made at once' },
  RETURN_REFUSED: { status: 422, template: 'sign-in may not lead to {address}' },
  TICKET_INVALID: { status: 422, template: 'the sign-in ticket is unknown, used, expired or for another place' },
  SIGN_IN_STEP: { status: 422, template: 'the waiting sign-in is unknown, expired or already used' },
  JOB_OVER: { status: 409, template: 'the job is over, or nothing is left of it to run again' },
  JOB_CANCELLED: { status: 409, template: 'staff ended the job' },
  JOB_FAILED: { status: 500, template: 'job {job} failed' },
} as const satisfies Record<string, ErrorEntry>

export type KernelErrorCode = keyof typeof errorCatalogue

/** An error with a code. `details` may reach the caller; the message is for developers. */
export class AgonError extends Error {
  override name = 'AgonError'
  readonly code: string
  readonly details: Record<string, unknown>
  constructor(code: string, details: Record<string, unknown> = {}, message?: string) {
    super(message ?? `${code} ${fill((errorCatalogue as Record<string, ErrorEntry>)[code]?.template ?? '', details)}`.trim())
    this.code = code
    this.details = details
  }
}

function fill(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => (name in values ? String(values[name]) : `{${name}}`))
}
