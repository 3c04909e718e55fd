/** The fonts of PDFs: for each group of scripts a family, in two styles and two weights. All are under the SIL Open Font License. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `latin` holds Greek and Cyrillic too, `chinese` kana and Bopomofo. */
export type FontGroup = 'latin' | 'chinese' | 'hangul' | 'arabic' | 'hebrew' | 'thai' | 'devanagari'
export interface FontStyle {
  isBold: boolean
  family: 'sans' | 'serif'
}
/** A file of the package, and the name of its fonts. */
type Source = readonly [address: string, file: string]

const THAI: Source = [import.meta.resolve('@expo-google-fonts/noto-sans-thai/package.json'), 'NotoSansThai']
const SOURCES: Record<FontGroup, Record<FontStyle['family'], Source>> = {
  latin: {
    sans: [import.meta.resolve('@expo-google-fonts/noto-sans/package.json'), 'NotoSans'],
    serif: [import.meta.resolve('@expo-google-fonts/noto-serif/package.json'), 'NotoSerif'],
  },
  chinese: {
    sans: [import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json'), 'NotoSansSC'],
    serif: [import.meta.resolve('@expo-google-fonts/noto-serif-sc/package.json'), 'NotoSerifSC'],
  },
  hangul: {
    sans: [import.meta.resolve('@expo-google-fonts/nanum-gothic/package.json'), 'NanumGothic'],
    serif: [import.meta.resolve('@expo-google-fonts/nanum-myeongjo/package.json'), 'NanumMyeongjo'],
  },
  arabic: {
    sans: [import.meta.resolve('@expo-google-fonts/noto-sans-arabic/package.json'), 'NotoSansArabic'],
    serif: [import.meta.resolve('@expo-google-fonts/noto-naskh-arabic/package.json'), 'NotoNaskhArabic'],
  },
  hebrew: {
    sans: [import.meta.resolve('@expo-google-fonts/noto-sans-hebrew/package.json'), 'NotoSansHebrew'],
    serif: [import.meta.resolve('@expo-google-fonts/noto-serif-hebrew/package.json'), 'NotoSerifHebrew'],
  },
  thai: { sans: THAI, serif: THAI },
  devanagari: {
    sans: [import.meta.resolve('@expo-google-fonts/noto-sans/package.json'), 'NotoSans'],
    serif: [import.meta.resolve('@expo-google-fonts/noto-serif-devanagari/package.json'), 'NotoSerifDevanagari'],
  },
}
/** The order in which fonts are asked for a character whose own group lacks it. */
export const FONT_GROUPS = Object.keys(SOURCES) as FontGroup[]

/** Letters take other forms, places or an order of their own beside each other. */
export const SHAPED: ReadonlySet<FontGroup> = new Set(['arabic', 'hebrew', 'thai', 'devanagari'])

const OF_GROUP: readonly (readonly [FontGroup, RegExp])[] = [
  [
    'chinese',
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u2E80-\u303F\u31C0-\u33FF\uFE30-\uFE4F\uFF00-\uFFEF]/u,
  ],
  ['hangul', /^\p{Script=Hangul}/u],
  ['arabic', /^\p{Script_Extensions=Arabic}/u],
  ['hebrew', /^\p{Script=Hebrew}/u],
  ['thai', /^\p{Script=Thai}/u],
  ['devanagari', /^\p{Script_Extensions=Devanagari}/u],
]

/** The group whose font is asked first for what stands as one letter. */
export function groupOf(letter: string): FontGroup {
  return OF_GROUP.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'latin'
}

/** Path of a TrueType file. */
export function fontFile(group: FontGroup, { isBold, family }: FontStyle): string {
  const [address, file] = SOURCES[group][family]
  const weight = isBold ? '700Bold' : '400Regular'
  return join(dirname(fileURLToPath(address)), weight, `${file}_${weight}.ttf`)
}
