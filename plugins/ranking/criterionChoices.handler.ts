/** Criteria by which ties can be parted: those of the published score sheets of all rounds. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { roundsOf } from '../review/round.ts'
import { criteriaOf } from '../review/scores/sheetTotal.ts'

export default defineHandler('ranking.criterionChoices', async ({ competitionId }, context) => {
  const { documents, lang } = context
  const choices: { id: string; title: string }[] = []
  for (const { id, title, sheetId } of await roundsOf(competitionId, context)) {
    const sheet = sheetId === null ? null : await documents.store.published('form', sheetId)
    for (const criterion of sheet ? criteriaOf(sheet.content as FormDocument) : []) {
      choices.push({ id: `${id}:${criterion.name}`, title: `${title[lang]} · ${criterion.title?.[lang] ?? criterion.name}` })
    }
  }
  return choices
})
