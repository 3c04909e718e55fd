/** One submission: its content, the differences from the one before, its stages and the approval history. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { describeBatch, describeBatchChanges, sampleOf } from '../certificate/audit/submittedBatch.ts'
import { describeLineChanges, describeLines } from '../ranking/submittedLines.ts'
import { reportTitle } from '../summary/reportTitle.ts'
import { describeReport, describeReportChanges } from '../summary/submittedReport.ts'
import { joinTitles } from './joinTitles.ts'
import { levelViews, trailOf } from './levels.ts'
import { mayEdit } from './mayEdit.ts'
import { type Change, changesThatMatter, describeChanges, describeSnapshot, listNames, type Snapshot, takeSnapshot } from './snapshot.ts'
import { maySee, readSubmission, type Submission } from './submission.ts'
import { whatIsAsked } from './whatIsAsked.ts'

const TRAIL_SHOWN = 100
const DESCRIBED = { competition: describeSnapshot, ranking: describeLines, certificates: describeBatch, summary: describeReport }
const COMPARED = {
  competition: describeChanges,
  ranking: describeLineChanges,
  certificates: describeBatchChanges,
  summary: describeReportChanges,
}

export default defineHandler('audit.detail', async ({ id }, context) => {
  const submission = await readSubmission(id, context)
  if (!submission || !(mayEdit(submission, context) || (await maySee(submission, context))))
    return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  const { competitionId, subject, batchId, state, snapshot } = submission
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
    sampleId: batchId === null ? null : await sampleOf(batchId, context),
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
    contents: DESCRIBED[subject](snapshot, context.platform),
    /** Null for a first submission. */
    changes: before && changesBetween(before, submission, context),
    /** Changes of the organiser since the submission; they are not part of the approval. */
    changedSince: since.length > 0 ? listNames(since) : null,
    steps: await levelViews(id, context),
    trail: (await trailOf(submission, { limit: TRAIL_SHOWN, offset: 0 }, context)).list,
  }
})

function changesBetween(before: Snapshot, { subject, snapshot }: Submission, { platform }: HandlerContext): Change[] {
  return COMPARED[subject](before, snapshot, platform)
}

async function names({ competitionId, listId, batchId, summaryId, organisationId, submitterId }: Submission, context: HandlerContext) {
  const { db } = context
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
  const part = list ?? series ?? (summaryId ? { title: await reportTitle(summaryId, context) } : undefined)
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
