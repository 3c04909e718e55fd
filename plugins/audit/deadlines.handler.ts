/** Every hour: reminds approvers a day before a stage is due and every day after; escalates it to the next stage where the rule says so. Runs without
 *  a person. Two processes at the same time do it once, because each stage is read again under its lock. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { superiorsOf } from '../organisation/superiorsOf.ts'
import { addEntry } from './addEntry.ts'
import { decidersOf } from './approvers.ts'
import { aboutOf, openLevel, organiserOf, readSteps, readSubmission, type Step, type Submission } from './submission.ts'
import { tell } from './tell.ts'

const DAY_MS = 86_400_000

export default defineHandler('audit.deadlines', async (_input, context) => {
  const soon = new Date(context.now.getTime() + DAY_MS).toISOString()
  const rows = await context.db
    .selectFrom('audit_step as t')
    .innerJoin('audit_submission as s', 's.id', 't.submissionId')
    .select('s.id')
    .where('s.state', '=', 'waiting')
    .where('t.state', '=', 'waiting')
    .where('t.deadline', '<', soon)
    .orderBy('s.id')
    .execute()
  for (const { id } of rows) await look(id, context)
  return { levels: rows.length }
})

async function look(id: string, context: HandlerContext): Promise<void> {
  await context.lock('audit', id)
  const submission = await readSubmission(id, context)
  const steps = await readSteps(id, context)
  const step = steps.find(({ position, state }) => position === submission?.position && state === 'waiting')
  if (submission?.state !== 'waiting' || !step?.deadline) return
  const late = step.deadline < context.now.toISOString()
  if (late && submission.onDeadline === 'escalate' && (await escalate(submission, steps, step, context))) return
  await remind(submission, { ...step, deadline: step.deadline }, late, context)
}

/** @returns false when there is no parent organisation */
async function escalate(submission: Submission, steps: readonly Step[], step: Step, context: HandlerContext): Promise<boolean> {
  const next = steps.find(({ position }) => position === step.position + 1) ?? (await addLevel(submission, step, context))
  if (!next) return false
  const { competitionId, id, number } = submission
  await context.rows.transition('audit.level', 'escalate', step.id)
  const trail = { competitionId, submissionId: id, number, position: step.position, organisationId: step.organisationId }
  await addEntry(context, { ...trail, action: 'escalate' })
  const people = [...(await decidersOf(step.organisationId, id, context)), ...organiserOf(submission)]
  await tell(context, 'audit.escalated', people, { ...aboutOf(submission), organisationId: next.organisationId })
  await openLevel(submission, next, context)
  return true
}

/** The last stage was late: the parent organisation decides. */
async function addLevel(submission: Submission, step: Step, { db, rows }: HandlerContext) {
  const [above] = await superiorsOf(step.organisationId, db)
  if (!above) return undefined
  const values = { submissionId: submission.id, position: step.position + 1, organisationId: above, state: 'pending' as const }
  const id = await rows.create('audit.step', values)
  await rows.save('audit.submission', submission, { levels: submission.levels + 1 })
  return { ...values, id }
}

/** Once before the deadline, then once a day. */
async function remind(submission: Submission, step: Step & { deadline: string }, late: boolean, context: HandlerContext): Promise<void> {
  const before = new Date(context.now.getTime() - DAY_MS).toISOString()
  if (step.remindedAt !== null && (!late || step.remindedAt > before)) return
  await context.rows.save('audit.step', step, { remindedAt: context.now.toISOString() })
  const { competitionId, id, number } = submission
  await addEntry(context, {
    competitionId,
    submissionId: id,
    number,
    position: step.position,
    organisationId: step.organisationId,
    action: 'remind',
  })
  const people = await decidersOf(step.organisationId, id, context)
  await tell(context, late ? 'audit.overdue' : 'audit.dueSoon', people, { ...aboutOf(submission), deadline: step.deadline })
}
