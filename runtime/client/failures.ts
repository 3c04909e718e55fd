/** Shows failures to the person (spec 8): a fault of HTTP as an alert with its number, everything else as a short message. Once within the app's
 *  debounce time. */
import { proxy } from 'valtio/vanilla'
import { CallError } from './CallError.ts'
import { session } from './session.ts'
import { translate } from './texts.ts'
import { errorText, failureText, showToast } from './toasts.ts'

export interface Alert {
  title: string
  text: string
}

/** The alert that is open. */
export const alerts = proxy<{ open: Alert | null }>({ open: null })

/** Status of a call that comes too often: nothing is broken. */
const TOO_MANY = 429

/** "HTTP status above 400": strictly greater. */
const LAST_QUIET_STATUS = 400

/** Closes the dialog of a failure. */
export function closeAlert(): void {
  alerts.open = null
}

/** Shows what failed. */
export function tellFailure(error: unknown): void {
  if (isShownByDialog(error) || (error instanceof CallError && error.isHandled)) return
  if (isHttpFault(error)) tellFault(error)
  else showToast('error', failureText(error))
}

/** Shows an HTTP fault; other failures are shown where they happened. */
export function tellHttpFault(error: unknown): void {
  if (isHttpFault(error) && !isShownByDialog(error)) tellFault(error)
}

function isHttpFault(error: unknown): error is CallError {
  return error instanceof CallError && error.http > LAST_QUIET_STATUS
}

// The dialog about the end of the session says it already.
function isShownByDialog(error: unknown): boolean {
  return session.ended && error instanceof CallError && error.code.startsWith('SESSION_')
}

function tellFault(error: CallError): void {
  const text = translate('kernel.exception', { status: error.http, text: errorText(error) })
  // Several requests of a screen fail together: one alert.
  alerts.open ??= { title: translate(error.http === TOO_MANY ? 'kernel.tooMany' : 'error.e500'), text }
}
