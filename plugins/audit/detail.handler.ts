/** One submission: its content, the differences from the one before, its stages and the approval history. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { joinTitles } from './joinTitles.ts'
import { levelViews, trailOf } from './levels.ts'
import { mayEdit } from './mayEdit.ts'
import { changesThatMatter, listNames, type Snapshot, takeSnapshot } from './snapshot.ts'
import { partTitle, subjectOf } from './subject.ts'
import { maySee, readSubmission, type Submission } from './submission.ts'
import { whatIsAsked } from './whatIsAsked.ts'

const TRAIL_SHOWN = 100

export default defineHandler('audit.detail', async ({ id }, context) => {
  const submission = await readSubmission(id, context)
  if (!submission || !(mayEdit(submission, context) || (await maySee(submission, context))))
    return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  const { competitionId, subject, state, snapshot } = submission
  const { describe, compare, sample } = subjectOf(subject, context)
  const before = await snapshotBefore(submission, context)
  const since =
    state === 'waiting' && subject === 'competition'
      ? changesThatMatter(snapshot, await takeSnapshot(competitionId, context), context.platform)
      : []
  return {
    id,
    competitionId,
    subject,
    summaryId: submission.summaryId,
    sampleId: (await sample?.(submission, context)) ?? null,
    ...(await names(submission, context)),
    number: submission.number,
    state,
    position: submission.position,
    levels: submission.levels,
    note: submission.note,
    reason: submission.reason,
    submittedAt: submission.createdAt,
    decidedAt: submission.decidedAt,
    ...(await whatIsAsked(submission, context)),
    contents: describe(snapshot, context.platform),
    /** Null for a first submission. */
    changes: before && compare(before, snapshot, context.platform),
    /** Changes of the organiser since the submission; they are not part of the approval. */
    changedSince: since.length > 0 ? listNames(since) : null,
    steps: await levelViews(id, context),
    trail: (await trailOf(submission, { limit: TRAIL_SHOWN, offset: 0 }, context)).list,
  }
})

async function names(submission: Submission, context: HandlerContext) {
  const { db } = context
  const { competitionId, organisationId, submitterId } = submission
  const competition = await db.selectFrom('competition_competition').select('title').where('id', '=', competitionId).executeTakeFirst()
  const part = await partTitle(submission, context)
  const organisation = await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  const person = submitterId
    ? await db.selectFrom('account_user').select('name').where('id', '=', submitterId).executeTakeFirst()
    : undefined
  return {
    title: competition && part ? joinTitles(competition.title, part) : (competition?.title ?? null),
    organisation: organisation?.name ?? null,
    submitter: person ? person.name : null,
  }
}

async function snapshotBefore(
  { competitionId, listId, batchId, summaryId, number }: Submission,
  { db }: HandlerContext,
): Promise<Snapshot | null> {
  const row = await db
    .selectFrom('audit_submission')
    .select('snapshot')
    .where('competitionId', '=', competitionId)
    .where('listId', listId === null ? 'is' : '=', listId)
    .where('batchId', batchId === null ? 'is' : '=', batchId)
    .where('summaryId', summaryId === null ? 'is' : '=', summaryId)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.snapshot as Snapshot | undefined) ?? null
}
