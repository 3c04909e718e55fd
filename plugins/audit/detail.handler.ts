/** One submission: its content, the differences from the one before, its stages and the approval history. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { describeBatch, describeBatchChanges, sampleOf } from '../certificate/audit/submittedBatch.ts'
import { describeLineChanges, describeLines } from '../ranking/submittedLines.ts'
import { dutiesOf, dutyFor } from './duties.ts'
import { joinTitles } from './joinTitles.ts'
import { levelViews, trailOf } from './levels.ts'
import { mayEdit } from './mayEdit.ts'
import { type Change, changesThatMatter, describeChanges, describeSnapshot, listNames, type Snapshot, takeSnapshot } from './snapshot.ts'
import { maySee, placeOf, readSteps, readSubmission, type Submission } from './submission.ts'

const TRAIL_SHOWN = 100
const DESCRIBED = { competition: describeSnapshot, ranking: describeLines, certificates: describeBatch }
const COMPARED = { competition: describeChanges, ranking: describeLineChanges, certificates: describeBatchChanges }

export default defineHandler('audit.detail', async ({ id }, context) => {
  const submission = await readSubmission(id, context)
  if (!submission || !(mayEdit(submission, context) || (await maySee(submission, context))))
    return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  const { competitionId, subject, listId, batchId, number, state, position, levels, note, reason, createdAt, decidedAt, snapshot } =
    submission
  const before = await snapshotBefore(submission, context)
  const since =
    state === 'waiting' && subject === 'competition'
      ? changesThatMatter(snapshot, await takeSnapshot(competitionId, context), context.platform)
      : []
  return {
    id,
    competitionId,
    subject,
    sampleId: batchId === null ? null : await sampleOf(batchId, context),
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
    contents: DESCRIBED[subject](snapshot, context.platform),
    /** Null for a first submission. */
    changes: before && changesBetween(before, submission, context),
    /** Changes of the organiser since the submission; they are not part of the approval. */
    changedSince: since.length > 0 ? listNames(since) : null,
    steps: await levelViews(id, context),
    trail: (await trailOf({ competitionId, listId, batchId }, { limit: TRAIL_SHOWN, offset: 0 }, context)).list,
  }
})

function changesBetween(before: Snapshot, { subject, snapshot }: Submission, { platform }: HandlerContext): Change[] {
  return COMPARED[subject](before, snapshot, platform)
}

async function names({ competitionId, listId, batchId, organisationId, submitterId }: Submission, { db }: HandlerContext) {
  const competition = await db.selectFrom('competition_competition').select('title').where('id', '=', competitionId).executeTakeFirst()
  const list = listId ? await db.selectFrom('ranking_list').select('title').where('id', '=', listId).executeTakeFirst() : undefined
  const series = batchId
    ? await db
        .selectFrom('certificate_batch as b')
        .innerJoin('certificate_series as s', 's.id', 'b.seriesId')
        .select('s.title')
        .where('b.id', '=', batchId)
        .executeTakeFirst()
    : undefined
  const part = list ?? series
  const organisation = await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  const person = submitterId
    ? await db.selectFrom('account_user').select('name').where('id', '=', submitterId).executeTakeFirst()
    : undefined
  return {
    title: competition && part ? joinTitles(competition.title, part.title) : (competition?.title ?? null),
    organisation: organisation?.name ?? null,
    submitter: person ? person.name : null,
  }
}

async function snapshotBefore({ competitionId, listId, batchId, number }: Submission, { db }: HandlerContext): Promise<Snapshot | null> {
  const row = await db
    .selectFrom('audit_submission')
    .select('snapshot')
    .where('competitionId', '=', competitionId)
    .where('listId', listId === null ? 'is' : '=', listId)
    .where('batchId', batchId === null ? 'is' : '=', batchId)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.snapshot as Snapshot | undefined) ?? null
}

/** Whether the person decides the current stage, for which organisation, and whether they may delegate it. */
async function whatIsAsked(submission: Submission, context: HandlerContext) {
  const step = (await readSteps(submission.id, context)).find(({ position }) => position === submission.position)
  const waits = submission.state === 'waiting' && submission.submitterId !== context.session.userId
  const duty = waits && step ? dutyFor(await dutiesOf(context), placeOf(submission, step)) : null
  return { mine: duty !== null, mayDelegate: duty !== null && duty.onBehalf === null, auditorId: step?.organisationId ?? null }
}
