import type { EnumDocument, LocalText } from '../../runtime/core/documents.ts'
import type { Lang, Platform } from '../../runtime/core/platform.ts'

export interface Result {
  rank?: number | null
  prize?: string | null
  prizeName?: string | null
  score?: string | null
}

/** `Rank 3 · Second prize · 91.5`; empty for a line without any. */
export function resultText({ rank, prize, prizeName, score }: Result, platform: Platform, lang: Lang): string {
  const { values } = platform.get('enum', 'ranking.prize') as EnumDocument
  const label = (values.find(({ code }) => code === prize)?.label as LocalText | undefined)?.[lang]
  const place = rank ? (platform.texts[lang]['ranking.place'] ?? '').replace('{{rank}}', String(rank)) : null
  return [place, prizeName ?? label, score].filter(Boolean).join(' · ')
}
