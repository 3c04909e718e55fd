import { enumLabel } from '../../runtime/core/enumLabels.ts'
import type { Lang, Platform } from '../../runtime/core/platform.ts'

export interface Result {
  rank?: number | null
  prize?: string | null
  prizeName?: string | null
  score?: string | null
}

/** `Rank 3 · Second prize · 91.5`; empty for a line without any. */
export function resultText({ rank, prize, prizeName, score }: Result, platform: Platform, lang: Lang): string {
  const label = prize ? enumLabel('ranking.prize', prize, platform)[lang] : null
  const place = rank ? (platform.texts[lang]['ranking.place'] ?? '').replace('{{rank}}', String(rank)) : null
  return [place, prizeName ?? label, score].filter(Boolean).join(' · ')
}
