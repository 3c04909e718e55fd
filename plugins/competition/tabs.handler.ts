/** Tabs that visitors see, and which of them have nothing to show yet. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { emptyTabs } from './emptyTabs.ts'
import { shownTabs } from './tabs.ts'

export default defineHandler('competition.tabs', async ({ id }, context) => {
  // who may see the competition is decided there
  await context.call('competition.detail', { id })
  const row = await readCompetition(context, id)
  const empty = await emptyTabs(row, context)
  const tabs = shownTabs(row, context).filter(({ shown }) => shown)
  return { tabs: tabs.map(({ id: tab, shown, title }) => ({ id: tab, shown, empty: empty.has(tab), title })) }
})
