/** Saves a page of a competition as a new version. @throws when someone else has saved that version before */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { addVersion, nextVersion, type PageWords } from './addVersion.ts'
import { nextPosition } from './pageOrder.ts'

export default defineHandler('customPage.save', async ({ id, competitionId, base, answers: sent }, context) => {
  const { answers } = await context.documents.forms.submit({ id: 'customPage.edit' }, sent)
  const { title, body = null, shown = false } = answers
  const words = { title, body, shown }
  if (id === undefined) {
    if (competitionId === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
    return addPage(competitionId, words, context)
  }
  await context.lock('customPage', id)
  const { latest } = await context.call('customPage.managed', { id })
  if (base !== latest) return context.fail('CUSTOM_PAGE_CHANGED', { latest })
  return nextVersion({ id, latest }, words, context)
})

/** At the end of the competition's pages. */
async function addPage(competitionId: string, words: PageWords & { shown: boolean }, context: HandlerContext) {
  const position = await nextPosition(competitionId, context)
  const editorId = context.session.userId
  const id = await context.rows.create('customPage.page', { competitionId, position, latest: 1, editorId, ...words })
  return addVersion({ id, latest: 1, ...words }, context)
}
