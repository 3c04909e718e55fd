/** A submission with its stages, and the changes that several handlers make to it. The caller holds the lock of the submission. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { AuditOnDeadline, AuditState, AuditStepState, AuditSubject, AuditSubmissionState } from '../generated/enums.ts'
import { decidersOf } from './approvers.ts'
import { type Duty, dutiesOf, dutyFor } from './duties.ts'
import type { Snapshot } from './snapshot.ts'
import { tell } from './tell.ts'

const DAY_MS = 86_400_000

export interface Submission {
  id: string
  competitionId: string
  organisationId: string
  subject: AuditSubject
  /** With subject ranking. */
  listId: string | null
  /** With subject certificates. */
  batchId: string | null
  /** With subject summary. */
  summaryId: string | null
  number: number
  state: AuditSubmissionState
  position: number
  levels: number
  deadlineDays: number
  onDeadline: AuditOnDeadline
  note: string | null
  reason: string | null
  snapshot: Snapshot
  submitterId: string | null
  createdAt: string
  decidedAt: string | null
}
export interface Step {
  id: string
  submissionId: string
  position: number
  organisationId: string
  organisation: LocalText
  state: AuditStepState
  deadline: string | null
  remindedAt: string | null
  reason: string | null
  deciderId: string | null
  decider: string | null
  decidedAt: string | null
}

/** The submission with an id; null when there is none. */
export async function readSubmission(id: string, { db }: Pick<HandlerContext, 'db'>): Promise<Submission | null> {
  return ((await db.selectFrom('audit_submission').selectAll().where('id', '=', id).executeTakeFirst()) as Submission | undefined) ?? null
}

/** The latest submission of a competition itself; null when it was never submitted. */
export async function lastSubmission(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Submission | null> {
  const query = db
    .selectFrom('audit_submission')
    .selectAll()
    .where('competitionId', '=', competitionId)
    .where('subject', '=', 'competition')
    .orderBy('number', 'desc')
    .limit(1)
  return ((await query.executeTakeFirst()) as Submission | undefined) ?? null
}

/** Stages of a submission, first stage first. */
export async function readSteps(submissionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Step[]> {
  return (await db
    .selectFrom('audit_step as s')
    .innerJoin('organisation_organisation as o', 'o.id', 's.organisationId')
    .leftJoin('account_user as u', 'u.id', 's.deciderId')
    .selectAll('s')
    .select(['o.name as organisation', 'u.name as decider'])
    .where('s.submissionId', '=', submissionId)
    .orderBy('s.position')
    .execute()) as Step[]
}

export interface Decision {
  submission: Submission
  steps: Step[]
  step: Step
  duty: Duty
}

/**
 * The stage that the person is about to decide.
 * @throws NOT_FOUND out of reach, AUDIT_DECIDED when another stage is open by now, AUDIT_NOT_YOURS, AUDIT_OWN
 */
export async function openDecision({ id, position }: { id: string; position: number }, context: HandlerContext): Promise<Decision> {
  const submission = await readSubmission(id, context)
  if (!submission || !(await maySee(submission, context))) return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  const steps = await readSteps(id, context)
  const step = steps.find((each) => each.position === submission.position)
  if (submission.state !== 'waiting' || submission.position !== position || step?.state !== 'waiting') return context.fail('AUDIT_DECIDED')
  const duty = dutyFor(await dutiesOf(context), placeOf(submission, step))
  if (!duty) return context.fail('AUDIT_NOT_YOURS', { organisation: step.organisation[context.lang] || step.organisation.zh })
  if (submission.submitterId === context.session.userId) return context.fail('AUDIT_OWN')
  return { submission, steps, step, duty }
}

/** What a duty is compared with: the submission, the organisation of the stage and that of the competition. */
export function placeOf(submission: Submission, step: Pick<Step, 'organisationId'>) {
  return {
    submissionId: submission.id,
    organisationId: step.organisationId,
    competitionOrganisationId: submission.organisationId,
  }
}

/** Approvers see the submissions that their organisation and its subordinates made or decide; delegates see those delegated to them. */
export async function maySee(submission: Submission, context: HandlerContext): Promise<boolean> {
  const duties = await dutiesOf(context)
  if (duties === null) return true
  const steps = await readSteps(submission.id, context)
  return steps.some((step) => dutyFor(duties, placeOf(submission, step)) !== null) || reaches(submission.organisationId, context)
}

function reaches(organisationId: string, { session }: HandlerContext): boolean {
  return session.grants.some(
    ({ permission, scope, objectId }) =>
      permission === 'editAuditMessage' && (scope === null || (scope === 'organisation' && objectId === organisationId)),
  )
}

/** Opens a stage with a new deadline and notifies its approvers. `down`: the reason when a later stage sent it back. */
export async function openLevel(
  submission: Submission,
  step: Pick<Step, 'id' | 'position' | 'organisationId' | 'state'>,
  context: HandlerContext,
  down?: { organisationId: string; reason: string },
): Promise<void> {
  const deadline = new Date(context.now.getTime() + submission.deadlineDays * DAY_MS).toISOString()
  if (step.state !== 'waiting') await context.rows.transition('audit.level', down ? 'reopen' : 'open', step.id, { deadline })
  else await context.rows.save('audit.step', step, { deadline })
  await context.rows.save('audit.submission', submission, { position: step.position })
  const people = await decidersOf(step.organisationId, submission.id, context)
  const facts = { ...aboutOf(submission), deadline, organisationId: down?.organisationId ?? step.organisationId }
  if (down) await tell(context, 'audit.sentDown', people, { ...facts, reason: down.reason })
  else await tell(context, 'audit.toAudit', people, facts)
}

/** Stores the approval status on the competition, for lists and pages. */
export async function setCompetitionState(
  competitionId: string,
  auditState: AuditState,
  { rows }: Pick<HandlerContext, 'rows'>,
): Promise<void> {
  await rows.save('competition.competition', { id: competitionId }, { auditState })
}

/** Values for messages about a submission. */
export function aboutOf({
  competitionId,
  listId,
  batchId,
  summaryId,
}: Submission): Pick<Submission, 'competitionId' | 'listId' | 'batchId' | 'summaryId'> {
  return { competitionId, listId, batchId, summaryId }
}

/** Recipient of messages to the organiser: who submitted; none when that account is gone. */
export function organiserOf({ submitterId }: Submission): { id: string }[] {
  return submitterId === null ? [] : [{ id: submitterId }]
}
