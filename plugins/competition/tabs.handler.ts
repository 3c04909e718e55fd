/** Tabs that visitors see. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { Competition } from './competition.ts'
import { shownTabs } from './tabs.ts'

export default defineHandler('competition.tabs', async ({ id }, context) => {
  // who may see the competition is decided there
  await context.call('competition.detail', { id })
  const row = await context.db.selectFrom('competition_competition').select('tabs').where('id', '=', id).executeTakeFirstOrThrow()
  const tabs = shownTabs(row as Pick<Competition, 'tabs'>, context)
  return { tabs: tabs.filter(({ shown }) => shown).map(({ id: tab, shown, title }) => ({ id: tab, shown, title })) }
})
