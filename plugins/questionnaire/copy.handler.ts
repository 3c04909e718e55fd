/** A copy: questions and settings, without answers, links and dates. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { insertQuestionnaire } from './insertQuestionnaire.ts'
import { placeOf, type Questionnaire, readQuestionnaire } from './questionnaire.ts'

const COPIED = [
  'description',
  'organisationId',
  'competitionId',
  'mode',
  'onePerPerson',
  'quota',
  'afterwards',
  'scoreShown',
  'thanks',
  'closedText',
  'frameOrigins',
] as const satisfies readonly (keyof Questionnaire)[]

export default defineHandler('questionnaire.copy', async ({ id }, context) => {
  const from = await readQuestionnaire(id, context)
  const title = context.text('questionnaire.copyOf', { title: from.title })
  const settings = Object.fromEntries(COPIED.map((name) => [name, from[name]]))
  const row = await insertQuestionnaire({ title, ...settings }, context)
  const content = await context.documents.designs.content(placeOf(from, context))
  await context.documents.designs.store(placeOf(row, context), { ...content, title })
  return { id: row.id }
})
