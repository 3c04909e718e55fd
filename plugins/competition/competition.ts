/** A competition as its managers' handlers read and write it. Who may is decided by the call's access: `within` checks the input's `competitionId`
 *  against the person's grants before a handler runs. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

export type Competition = Row<'competition_competition'>
/** Columns to write, JSON ones as values. */
export type CompetitionChange = Partial<Competition>

const ENTITY = 'competition.competition'

/** @throws NOT_FOUND when there is none, or when it is deleted (except for callers that look for deleted ones) */
export async function readCompetition({ db, fail }: HandlerContext, id: string, wanted = { deleted: false }): Promise<Competition> {
  const row = (await db.selectFrom('competition_competition').selectAll().where('id', '=', id).executeTakeFirst()) as
    | Competition
    | undefined
  if (!row || (row.deletedAt !== null) !== wanted.deleted) return fail('NOT_FOUND', { entity: ENTITY, id })
  return { ...row, id: row.id, organisationId: row.organisationId }
}

/** As `readCompetition`, under the lock of the competition: all other changes of it wait until the transaction ends. */
export async function lockCompetition(context: HandlerContext, id: string, wanted?: { deleted: boolean }): Promise<Competition> {
  await context.lock('competition', id)
  return readCompetition(context, id, wanted)
}

/**
 * Writes columns, counts the revision up and logs what changed.
 * @param before  the locked row
 */
export async function changeCompetition(
  context: HandlerContext,
  before: Competition,
  change: CompetitionChange,
): Promise<{ id: string; revision: number }> {
  const revision = before.revision + 1
  // whose log it is follows from the organisation
  await context.rows.save(ENTITY, before, { ...change, revision }, { of: { organisationId: before.organisationId } })
  return { id: before.id, revision }
}
