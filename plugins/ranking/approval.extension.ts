/** A ranking as it is approved: its frozen lines, and what the end of the approval means for the list. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import type { ApprovalSubject } from '../audit/subject.ts'
import { lockedList } from './heldList.ts'
import { publishVersion } from './lifecycle/publishing.ts'
import { writeVersion } from './lifecycle/versionFacts.ts'
import { describeLineChanges, describeLines } from './submittedLines.ts'

/** Approved, it is public; otherwise it is final again, with the reason. */
const settle: ApprovalSubject['settle'] = async ({ listId }, outcome, reason, context) => {
  const list = await lockedList(listId!, context)
  if (list?.state !== 'inAudit') return
  if (outcome === 'approved') return publishVersion(list, context)
  await context.rows.transition('ranking.life', 'sendBack', list.id, { reason: outcome === 'sentBack' ? reason : null })
  await writeVersion(list, { state: 'final' }, context)
}

export default defineExtension('audit.subject', 'ranking', {
  describe: describeLines,
  compare: describeLineChanges,
  settle,
  async title({ listId }, { db }) {
    if (!listId) return null
    return (await db.selectFrom('ranking_list').select('title').where('id', '=', listId).executeTakeFirst())?.title ?? null
  },
})
