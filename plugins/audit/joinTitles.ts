import type { LocalText } from '../../runtime/core/documents.ts'

/** What a ranking is called outside of its competition. */
export function joinTitles(competition: LocalText, list: LocalText): LocalText {
  return { zh: `${competition.zh} · ${list.zh}`, en: `${competition.en || competition.zh} · ${list.en || list.zh}` }
}
