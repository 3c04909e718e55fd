/** What someone chose in a table, and how many people it means now. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownSelection, selectedPeople } from './bulk/selection.ts'
import { assertCompetition } from './receivers.ts'

export default defineHandler('message.selection', async ({ id }, context) => {
  const selection = await ownSelection(id, context)
  const { title } = context.platform.get('call', selection.list)
  const people = await selectedPeople(selection, context)
  const { competitionId, organisationId, ids } = selection
  const competition = competitionId ? (await assertCompetition(competitionId, context)).title[context.lang] : null
  const named = typeof title === 'object' && 'zh' in title ? { zh: title.zh, en: title.en } : { zh: selection.list, en: selection.list }
  return { title: named, chosen: ids?.length ?? null, people: people.length, competitionId, competition, organisationId }
})
