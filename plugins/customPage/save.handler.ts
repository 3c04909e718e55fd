/** Saves a page of a competition as a new version. @throws when someone else has saved that version before */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { addVersion, type SavedPage } from './addVersion.ts'
import { nextPosition } from './pageOrder.ts'

export default defineHandler('customPage.save', async ({ id, competitionId, base, answers: sent }, context) => {
  const { answers } = await context.documents.forms.submit({ id: 'customPage.edit' }, sent)
  if (id === undefined) {
    if (competitionId === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
    const position = await nextPosition(competitionId, context)
    return addVersion(await context.call<SavedPage>('customPage.add', { competitionId, position, latest: 1, ...answers }), context)
  }
  await context.lock('customPage', id)
  const { latest } = await context.call<{ latest: number }>('customPage.managed', { id })
  if (base !== latest) return context.fail('CUSTOM_PAGE_CHANGED', { latest })
  return addVersion(await context.call<SavedPage>('customPage.change', { id, latest: latest + 1, ...answers }), context)
})
