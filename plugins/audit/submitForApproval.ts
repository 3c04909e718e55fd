/** Sends a frozen state of something to the first stage of approval. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { AuditSubject } from '../generated/enums.ts'
import { addEntry } from './addEntry.ts'
import type { Rule } from './chain.ts'
import type { Snapshot } from './snapshot.ts'
import { openLevel, readSteps, readSubmission } from './submission.ts'

export interface Submitted {
  competitionId: string
  organisationId: string
  subject: AuditSubject
  listId?: string
  batchId?: string
  summaryId?: string
  rule: Rule
  /** Ids of the approving organisations, the lowest first; at least one. */
  chain: readonly string[]
  note: string | null
  snapshot: Snapshot
}

/** Returns the new submission and notifies the approvers of its first stage. */
export async function submitForApproval({ rule, chain, snapshot, ...facts }: Submitted, context: HandlerContext) {
  const { session } = context
  const { competitionId, organisationId, note } = facts
  await context.lock('auditNumber', competitionId)
  const number = await nextNumber(competitionId, context)
  const { deadlineDays, onDeadline } = rule
  const values = { ...facts, number, levels: chain.length, deadlineDays, onDeadline, submitterId: session.userId }
  const row = { ...values, state: 'waiting' as const, position: 1, snapshot }
  const id = await context.rows.create('audit.submission', row)
  const steps = chain.map((approver, index) => ({
    submissionId: id,
    position: index + 1,
    organisationId: approver,
    state: 'pending' as const,
  }))
  await context.rows.createAll('audit.step', steps)
  await addEntry(context, { competitionId, submissionId: id, number, action: 'submit', organisationId, reason: note })
  const [submission, [first]] = [(await readSubmission(id, context))!, await readSteps(id, context)]
  await openLevel(submission, first!, context)
  return { id, number }
}

/** Submissions of a competition, of its rankings, certificates and reports are counted together. */
async function nextNumber(competitionId: string, { db }: HandlerContext): Promise<number> {
  const row = await db
    .selectFrom('audit_submission')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('competitionId', '=', competitionId)
    .executeTakeFirst()
  return Number(row?.last ?? 0) + 1
}
