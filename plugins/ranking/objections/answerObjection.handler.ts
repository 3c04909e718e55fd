/** The organiser answers an objection; its author is notified. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { lockedList } from '../heldList.ts'
import { objectionWords } from './objectionWords.ts'

export default defineHandler('ranking.answerObjection', async ({ id, answers: sent }, context) => {
  const { fail, db, platform, site } = context
  const { listId } = await context.call('ranking.objectionToAnswer', { id })
  const list = await lockedList(listId, context)
  const objection = await db.selectFrom('ranking_objection').selectAll().where('id', '=', id).executeTakeFirst()
  if (!list || !objection) return fail('NOT_FOUND', { entity: 'ranking.objection', id })
  if (objection.state !== 'open') return fail('RANKING_OBJECTION_SETTLED')
  const { answers } = await context.documents.forms.submit({ id: 'ranking.answer' }, sent)
  const { state, answer } = answers as { state: 'accepted' | 'declined'; answer: string }
  await context.rows.transition('ranking.objectionLife', state === 'accepted' ? 'accept' : 'decline', id, { answer })
  const { words } = await objectionWords(list, objection, context)
  const outcome = enumLabel('ranking.objectionState', state, platform)
  const { deadline: _due, deadlineEn: _dueEn, text: _text, ...named } = words
  const address = `${site}/personalCenter/credential?tab=objections`
  await context.messages.send(
    'ranking.objectionAnswered',
    { userId: objection.userId },
    { ...named, outcome: outcome.zh, outcomeEn: outcome.en, answer, address },
  )
  return { id, state }
})
