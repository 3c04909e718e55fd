/** Brings a field into view and gives it the focus. */
import type { FormSession } from './FormSession.ts'
import { controlId } from './SessionContext.ts'

/** The control of a path, or the nearest frame around it; a group of boxes focuses its first. */
export function focusField(idPrefix: string, session: FormSession, path: string): void {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    if (!session.engine.template(at)) continue
    const element = document.getElementById(controlId(idPrefix, at))
    if (!element) continue
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    return
  }
}
