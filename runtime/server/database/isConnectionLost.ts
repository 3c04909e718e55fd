/** Tells errors of a lost database session from those of a statement: PostgreSQL's codes, the system's codes for sockets, and the words of `pg` where
 *  there is no code. Three questions: was the session lost, did the statement certainly not reach PostgreSQL, should the caller try again. */

/** The session ended under a statement, or while nothing ran: no one knows what the last statement did. */
const LOST_CODES: ReadonlySet<string> = new Set([
  '57P01', // terminated by an administrator, or PostgreSQL is stopping
  '57P02', // another session crashed
  '57P05', // idle for too long
  '08000',
  '08003',
  '08006',
  'ECONNRESET',
  'EPIPE',
])
const LOST_WORDS = ['Connection terminated unexpectedly', 'Connection terminated']
/** No session could be had: the statement was not sent. */
const UNREACHED_CODES: ReadonlySet<string> = new Set([
  '28000', // refused by PostgreSQL's rules for hosts and roles
  '28P01', // the password was changed there, and not yet here
  '3D000', // the database is gone or renamed
  '25006', // a replica, or a primary that has become one
  '57P03', // starting, stopping or in recovery
  '53300', // too many sessions
  '08001',
  '08004',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** A pooler ends connections with this code alone; its words tell whether a statement was on its way. PostgreSQL has the code for other mistakes, which do not
 *  end a session. */
const POOLER_CODE = '08P01'
const POOLER_UNREACHED =
  /query_wait_timeout|server_login_retry|cannot connect to server|max_client_conn|shutting down|starting up|no such database/
const UNREACHED_WORDS = ['Client has encountered a connection error and is not queryable', 'Client was closed and is not queryable']
/** Waited too long. Not tried again: that would only wait longer. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  '55P03', // for a lock
  '57014', // for a statement
  '25P03', // for the next statement of a transaction
  '25P04', // for a transaction
  'ETIMEDOUT',
])
/** No answer at all: the connection is dead without being closed, and `pg` closes it. */
const SILENCE = 'Query read timeout'
const TIMEOUT_WORDS = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout', SILENCE]

/** The session is gone, or there was none: on another one the same may succeed. */
export function isConnectionLost(error: unknown): boolean {
  return is(error, LOST_CODES, LOST_WORDS) || isPooler(error) || isUnreached(error)
}

/** The statement surely did not run: even a write may be sent again. */
export function isUnreached(error: unknown): boolean {
  return is(error, UNREACHED_CODES, UNREACHED_WORDS) || (isPooler(error) && POOLER_UNREACHED.test((error as Error).message))
}

/** The database took too long. */
export function isTimeout(error: unknown): boolean {
  return is(error, TIMEOUT_CODES, TIMEOUT_WORDS)
}

/** The other end said nothing: the connection is not used again. */
export function isSilence(error: unknown): boolean {
  return (error as Error | undefined)?.message === SILENCE
}

/** PostgreSQL ended the statement because it took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return code === '57014' && message.includes('statement timeout')
}

function isPooler(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: string; severity?: string }
  return code === POOLER_CODE && severity === 'FATAL'
}

function is(error: unknown, codes: ReadonlySet<string>, words: readonly string[]): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return codes.has(code) || words.includes(message)
}
