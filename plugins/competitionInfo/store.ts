/** The information on a competition: one row for each, which begins with the first save. The form says which fields a save is about. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

type Tools = Pick<HandlerContext, 'tables' | 'platform'>

/** Fields of a form as they are stored; empty ones are left out. */
export async function storedAnswers(form: string, competitionId: string, { tables, platform }: Tools): Promise<Record<string, unknown>> {
  const names = Object.keys(platform.get('form', form).schema.properties)
  const row = await tables.selectFrom('competitionInfo_info').select(names).where('competitionId', '=', competitionId).executeTakeFirst()
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))
}

/** Checks the answers by the form and stores them. @throws NOT_FOUND, FORM_INVALID */
export async function saveAnswers(form: string, competitionId: string, answers: unknown, context: HandlerContext): Promise<{ id: string }> {
  const { db, platform, forms, record, now } = context
  await assertCompetition(competitionId, context)
  const before = await storedAnswers(form, competitionId, context)
  const accepted = (await forms.submit({ id: form }, answers, {}, before)).answers
  const names = Object.keys(platform.get('form', form).schema.properties)
  const values = Object.fromEntries(names.map((name) => [name, accepted[name] ?? null]))
  const { id } = await db
    .insertInto('competitionInfo_info')
    .values({ competitionId, ...values })
    .onConflict((conflict) => conflict.column('competitionId').doUpdateSet({ ...values, updatedAt: now.toISOString() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({ entity: 'competitionInfo.info', rowId: id, before, after: values })
  return { id }
}

/** @throws NOT_FOUND when there is no such competition */
export async function assertCompetition(id: string, { db, fail }: HandlerContext): Promise<void> {
  const row = await db.selectFrom('competition_competition').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) fail('NOT_FOUND', { entity: 'competition.competition', id })
}
