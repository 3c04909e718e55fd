/** Gives a signed-in person their one-time key for an anonymous questionnaire. It is stored that they have one, but neither when it was taken nor when it
 *  was used. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertLink, assertOpen, needOf } from './answering.ts'
import { hashOf, pathOf, personalToken, personKey } from './links.ts'

export default defineHandler('questionnaire.takeKey', async (input, context) => {
  const link = await assertLink(input, context)
  const { questionnaire } = link
  assertOpen(questionnaire, context)
  const userId = context.session.userId!
  const { id } = questionnaire
  if (needOf(link) !== 'key') return { to: pathOf(id, input.token) }
  // the moment of publishing is stored instead of all times that would tell when the person was here
  const at = questionnaire.publishedAt!
  const invitation = { questionnaireId: id, userId, sentAt: at, createdAt: at, updatedAt: at }
  const [made] = await context.rows.createMissing('questionnaire.invitation', ['questionnaireId', 'userId'], [invitation])
  const hash = hashOf(await personKey(id, userId, context))
  if (made) await context.rows.create('questionnaire.key', { questionnaireId: id, hash, createdAt: at, updatedAt: at })
  return { to: pathOf(id, await personalToken(questionnaire, { id: '', userId }, context)) }
})
