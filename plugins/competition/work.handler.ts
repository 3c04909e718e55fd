/** One work on show with its files. One that is not shown answers as one that does not exist. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { describeWork, WORK_COLUMNS, type WorkRow, workFields, worksQuery } from './publicWorks.ts'

export default defineHandler<{ id: string }>('competition.work', async ({ id }, context) => {
  const notFound = () => context.fail('NOT_FOUND', { entity: 'signup.registration', id })
  const { db } = context
  const owner = await db.selectFrom('signup_registration').select('competitionId').where('id', '=', id).executeTakeFirst()
  if (!owner) return notFound()
  const fields = await workFields(owner.competitionId, context)
  if (!fields) return notFound()
  const row = (await worksQuery(context, fields).select(WORK_COLUMNS).where('r.id', '=', id).executeTakeFirst()) as WorkRow | undefined
  const work = row && (await describeWork(row, fields, context))
  if (!work) return notFound()
  const competition = await db
    .selectFrom('competition_competition')
    .select('title')
    .where('id', '=', owner.competitionId)
    .executeTakeFirstOrThrow()
  return { ...work, competition: competition.title }
})
