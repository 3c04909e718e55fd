/** Which tabs a competition's page shows, in which order and under which names. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { changeCompetition, lockCompetition } from './competition.ts'
import { shownTabs } from './tabs.ts'

export default defineHandler('competition.saveTabs', async ({ competitionId, tabs }, context) => {
  const row = await lockCompetition(context, competitionId)
  const known = new Set(shownTabs(row, context).map(({ id }) => id))
  const wrong = tabs.find(({ id }, index) => !known.has(id) || tabs.findIndex((tab) => tab.id === id) !== index)
  if (wrong) return context.fail('TAB_UNKNOWN', { id: wrong.id })
  const stored = tabs.map(({ id, shown, title }) => ({
    id,
    shown,
    title: title ? wholeText(title.zh.trim(), title.en?.trim()) : null,
  }))
  return changeCompetition(context, row, { tabs: stored })
})
