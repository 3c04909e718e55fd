/** One submission: what was submitted, what differs from the one before, the levels and the trail. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { dutiesOf, dutyFor } from './duties.ts'
import { levelViews, trailOf } from './levels.ts'
import { mayEdit } from './mayEdit.ts'
import { changesThatMatter, describeChanges, describeSnapshot, listNames, type Snapshot, takeSnapshot } from './snapshot.ts'
import { maySee, placeOf, readSteps, readSubmission, type Submission } from './submission.ts'

const TRAIL_SHOWN = 100

export default defineHandler('audit.detail', async ({ id }, context) => {
  const submission = await readSubmission(id, context)
  if (!submission || !(mayEdit(submission, context) || (await maySee(submission, context))))
    return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  const { competitionId, number, state, position, levels, note, reason, createdAt, decidedAt, snapshot } = submission
  const before = await snapshotBefore(submission, context)
  const since = state === 'waiting' ? changesThatMatter(snapshot, await takeSnapshot(competitionId, context), context.platform) : []
  return {
    id,
    competitionId,
    ...(await names(submission, context)),
    number,
    state,
    position,
    levels,
    note,
    reason,
    submittedAt: createdAt,
    decidedAt,
    ...(await whatIsAsked(submission, context)),
    contents: describeSnapshot(snapshot, context.platform),
    /** Null for a first submission. */
    changes: before && describeChanges(before, snapshot, context.platform),
    /** Changes of the organiser since the submission; they are not part of the approval. */
    changedSince: since.length > 0 ? listNames(since) : null,
    steps: await levelViews(id, context),
    trail: (await trailOf({ competitionId }, { limit: TRAIL_SHOWN, offset: 0 }, context)).list,
  }
})

async function names({ competitionId, organisationId, submitterId }: Submission, { db }: HandlerContext) {
  const competition = await db.selectFrom('competition_competition').select('title').where('id', '=', competitionId).executeTakeFirst()
  const organisation = await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  const person = submitterId
    ? await db.selectFrom('account_user').select('name').where('id', '=', submitterId).executeTakeFirst()
    : undefined
  return {
    title: competition?.title ?? null,
    organisation: organisation?.name ?? null,
    submitter: person ? person.name : null,
  }
}

async function snapshotBefore({ competitionId, number }: Submission, { db }: HandlerContext): Promise<Snapshot | null> {
  const row = await db
    .selectFrom('audit_submission')
    .select('snapshot')
    .where('competitionId', '=', competitionId)
    .where('number', '=', number - 1)
    .executeTakeFirst()
  return (row?.snapshot as Snapshot | undefined) ?? null
}

/** Whether the person decides the level that waits, for which organisation, and may give the task on. */
async function whatIsAsked(submission: Submission, context: HandlerContext) {
  const step = (await readSteps(submission.id, context)).find(({ position }) => position === submission.position)
  const waits = submission.state === 'waiting' && submission.submitterId !== context.session.userId
  const duty = waits && step ? dutyFor(await dutiesOf(context), placeOf(submission, step)) : null
  return { mine: duty !== null, mayDelegate: duty !== null && duty.onBehalf === null, auditorId: step?.organisationId ?? null }
}
