/** Who reads the discussion of a work: experts, as soon as they may see the marks of others, so that it does not influence their own. */
import type { OwnAssignment } from './ownAssignment.ts'

/** Whether the expert has submitted or abstained. */
export function hasDone({ state }: Pick<OwnAssignment, 'state'>): boolean {
  return state === 'submitted' || state === 'abstained'
}

/** Whether the expert may take part in the discussion of a work. */
export function mayDiscuss(own: Pick<OwnAssignment, 'discussion' | 'seeOthers' | 'state'>): boolean {
  return own.discussion && (own.seeOthers === 'always' || hasDone(own))
}

/** Whether others' marks are shown. */
export function maySeeOthers({ seeOthers, ...own }: Pick<OwnAssignment, 'seeOthers' | 'state'>): boolean {
  return seeOthers === 'always' || (seeOthers === 'afterOwn' && hasDone(own))
}
