/** Who reads what others gave a work, and its discussion: experts who have submitted a review of their own, so that it does not influence it. An abstention opens nothing. */
import type { OwnAssignment } from './ownAssignment.ts'

/** Whether the expert may take part in the discussion of a work. */
export function mayDiscuss(own: Pick<OwnAssignment, 'discussion' | 'seeOthers' | 'state'>): boolean {
  return own.discussion && (own.seeOthers === 'always' || own.state === 'submitted')
}

/** Whether the expert may look at others' marks. */
export function maySeeOthers({ seeOthers, ...own }: Pick<OwnAssignment, 'seeOthers' | 'state'>): boolean {
  return seeOthers === 'always' || (seeOthers === 'afterOwn' && own.state === 'submitted')
}
