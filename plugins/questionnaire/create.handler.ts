/** A new questionnaire: a draft that begins empty, as a template, or as a copy of another one with its settings. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { insertQuestionnaire } from './insertQuestionnaire.ts'
import { placeOf } from './questionnaire.ts'

export default defineHandler('questionnaire.create', async (input, context) => {
  const title = wholeText(input.title.zh.trim(), input.title.en?.trim())!
  // an anonymous one is opened by its link without signing in; once per person would take a key, which people sign in for
  const onePerPerson = input.mode === 'named'
  const row = await insertQuestionnaire({ ...(await ownerOf(input.for, context)), title, mode: input.mode, onePerPerson }, context)
  const { description: _, ...content } = context.platform.get('form', input.start)
  await context.documents.designs.store(placeOf(row, context), { ...content, title })
  return { id: row.id }
})

/** The organisation of a competition goes along, so that its grants reach the questionnaire. */
async function ownerOf(place: string, { db, fail }: HandlerContext) {
  const [scope, id = ''] = place.split(':')
  if (scope !== 'competition') return { competitionId: null, organisationId: scope === 'organisation' ? id : null }
  const found = await db.selectFrom('competition_competition').select('organisationId').where('id', '=', id).executeTakeFirst()
  return found ? { competitionId: id, organisationId: found.organisationId } : fail('NOT_FOUND', { entity: 'competition.competition', id })
}
