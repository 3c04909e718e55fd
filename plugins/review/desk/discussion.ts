/** Who reads the discussion of a work: experts as soon as they may know what others think of it, so that it moves no one's own mark. */
import type { OwnAssignment } from './ownAssignment.ts'

/** Has given or refused a mark of their own. */
export function hasDone({ state }: Pick<OwnAssignment, 'state'>): boolean {
  return state === 'submitted' || state === 'abstained'
}

export function mayDiscuss(own: Pick<OwnAssignment, 'discussion' | 'seeOthers' | 'state'>): boolean {
  return own.discussion && (own.seeOthers === 'always' || hasDone(own))
}

/** Whether others' marks are shown. */
export function maySeeOthers({ seeOthers, ...own }: Pick<OwnAssignment, 'seeOthers' | 'state'>): boolean {
  return seeOthers === 'always' || (seeOthers === 'afterOwn' && hasDone(own))
}
