/** Whether a session may open a page. Codes held on any object count: the calls behind the page decide about the object. */
import type { Session } from '../../core/contracts.ts'
import type { PageDocument } from '../../core/documents.ts'
import { heldAnywhere, holdsPermission } from '../../core/permissions.ts'
import type { PageState } from '../../core/wire.ts'

export function pageState(page: Pick<PageDocument, 'access'>, session: Session): PageState {
  if (page.access === 'public') return 'open'
  if (session.userId === null) return 'signIn'
  if (page.access === 'signedIn') return 'open'
  return holdsPermission(heldAnywhere(session), page.access.permission) ? 'open' : 'denied'
}
