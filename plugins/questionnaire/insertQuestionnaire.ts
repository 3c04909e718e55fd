import type { Insertable } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Tables } from '../generated/tables.ts'
import { ENTITY, placeOf, type Questionnaire, readQuestionnaire, TABLE } from './questionnaire.ts'

/** Inserts a draft under the name of its form. @throws NOT_FOUND for an owner out of reach: then nothing stays */
export async function insertQuestionnaire(values: Partial<Questionnaire>, context: HandlerContext): Promise<Questionnaire> {
  const { db, session, record } = context
  const made = { ...values, createdBy: session.userId }
  const { id } = await db
    .insertInto(TABLE)
    .values(made as Insertable<Tables['questionnaire_questionnaire']>)
    .returning('id')
    .executeTakeFirstOrThrow()
  const formId = placeOf({ id, formId: null }, context).name
  await db.updateTable(TABLE).set({ formId }).where('id', '=', id).execute()
  const row = await readQuestionnaire(id, context)
  await record({ entity: ENTITY, rowId: id, before: null, after: { ...made, formId } })
  return { ...row, id }
}
