const HAN = /\p{Script=Han}/gu
const LETTER = /\p{L}/gu
const CHINESE_SHARE = 0.2

/** The language of a text by its letters: `zh` or `en`; null without letters. */
export function languageOf(text: string): string | null {
  const letters = text.match(LETTER)?.length ?? 0
  if (letters === 0) return null
  return (text.match(HAN)?.length ?? 0) / letters >= CHINESE_SHARE ? 'zh' : 'en'
}
