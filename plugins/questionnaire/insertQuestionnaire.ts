import type { Insertable } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Tables } from '../generated/tables.ts'
import { ENTITY, placeOf, type Questionnaire, readQuestionnaire } from './questionnaire.ts'

/** Inserts a draft under the name of its form. @throws NOT_FOUND for an owner out of reach: then nothing stays */
export async function insertQuestionnaire(values: Partial<Questionnaire>, context: HandlerContext): Promise<Questionnaire> {
  const { rows, session } = context
  const id = await rows.create(ENTITY, { ...values, createdBy: session.userId } as Insertable<Tables['questionnaire_questionnaire']>)
  await rows.save(ENTITY, { id }, { formId: placeOf({ id, formId: null }, context).name })
  return { ...(await readQuestionnaire(id, context)), id }
}
