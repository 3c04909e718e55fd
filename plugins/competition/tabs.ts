/** The tabs of a competition's page: those of the enum `competition.tab`, in the order, under the names and hidden as the organiser said. A tab that
 *  the organiser has never seen is at the end, shown. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import type { Competition } from './competition.ts'

export interface StoredTab {
  id: string
  shown: boolean
  /** The organiser's own name; null for the usual one. */
  title: LocalText | null
}
export interface Tab {
  id: string
  shown: boolean
  title: LocalText
  custom: LocalText | null
}

/** All tabs in their order, each with `shown` and its title in both languages. */
export function shownTabs({ tabs }: Pick<Competition, 'tabs'>, { platform }: Pick<HandlerContext, 'platform'>): Tab[] {
  const standard = platform.get('enum', 'competition.tab').values
  const stored = ((tabs ?? []) as StoredTab[]).filter(({ id }) => standard.some(({ code }) => code === id))
  const fresh = standard.filter(({ code }) => !stored.some(({ id }) => id === code))
  const all = [...stored, ...fresh.map(({ code }): StoredTab => ({ id: String(code), shown: true, title: null }))]
  return all.map(({ id, shown, title }) => ({
    id,
    shown,
    title: title ?? enumLabel('competition.tab', id, platform),
    custom: title,
  }))
}
