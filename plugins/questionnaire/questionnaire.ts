/** A questionnaire as its managers' handlers read and write it. Who may is decided by the call `questionnaire.manage`, which they all ask first: what is
 *  out of reach does not exist. */
import type { FormPlace, HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import type { Row } from '../generated/tables.ts'

export type Questionnaire = Row<'questionnaire_questionnaire'>
export const ENTITY = 'questionnaire.questionnaire'
export const TABLE = 'questionnaire_questionnaire'

/** @throws NOT_FOUND when there is none within reach, or when it is deleted */
export async function readQuestionnaire(id: string, context: HandlerContext): Promise<Questionnaire> {
  await context.call('questionnaire.manage', { id })
  return (await context.db.selectFrom(TABLE).selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as Questionnaire
}

/** As `readQuestionnaire`, with all other changes of it waiting until the transaction is over. */
export async function lockQuestionnaire(id: string, context: HandlerContext): Promise<Questionnaire> {
  await context.lock('questionnaire', id)
  return readQuestionnaire(id, context)
}

/** Writes columns and logs what changed. @param before the locked row */
export async function changeQuestionnaire(context: HandlerContext, before: Questionnaire, change: Partial<Questionnaire>): Promise<void> {
  // whose log it is follows from the organisation and the competition
  const { organisationId, competitionId } = before
  await context.rows.save(ENTITY, before, change, { of: { organisationId, competitionId } })
}

/** Where the form of a questionnaire is stored. */
export function placeOf(row: Pick<Questionnaire, 'id' | 'formId'>, { documents }: HandlerContext): FormPlace {
  return documents.designs.place(ENTITY, 'formId', row)
}

/** Whether people know how answers are given, by being asked or by having begun: it can no longer change. */
export async function isModeFixed(id: string, { db }: HandlerContext): Promise<boolean> {
  const answer = await db.selectFrom('questionnaire_answer').select('id').where('questionnaireId', '=', id).limit(1).executeTakeFirst()
  if (answer) return true
  const invitation = db.selectFrom('questionnaire_invitation').select('id').where('questionnaireId', '=', id).limit(1)
  return (await invitation.executeTakeFirst()) !== undefined
}

/** Names of the fields that take files, at any depth. */
export function fileFields(properties: Readonly<Record<string, FormField>>): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (field['x-widget'] === 'upload' || field['x-widget'] === 'portrait' || field.fileTypes !== undefined) return [name]
    const inner = { ...field.properties, ...field.items?.properties }
    return Object.keys(inner).length > 0 ? fileFields(inner) : []
  })
}

/** Whether it takes answers at a moment: what the entity's computed `phase` says of a row that is at hand. */
export function phaseOf({ state, opensAt, closesAt, quota, answerCount }: Questionnaire, now: Date) {
  const moment = now.toISOString()
  if (state === 'draft') return 'draft'
  if (state === 'closed' || (closesAt !== null && moment > closesAt)) return 'closed'
  if (opensAt !== null && moment < opensAt) return 'notYet'
  return quota !== null && answerCount >= quota ? 'full' : 'open'
}
