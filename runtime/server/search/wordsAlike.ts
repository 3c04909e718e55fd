/** What else one searched word is found by: other words that mean the same (`alike` of the app), the other spelling of English words, the sound of
 *  Chinese ones, and the parts of a Chinese word that was written without spaces. */
import type { Platform } from '../../core/platform.ts'
import { searchForm } from '../../core/values/normaliseText.ts'
import { soundsOf } from './syllables.ts'

export interface WordAlike {
  /** Any of these texts finds the word. */
  texts: readonly string[]
  /** So do these sounds. */
  sounds: readonly string[]
  /** Or all of these together; none when the word cannot be taken apart. */
  parts: readonly WordAlike[]
}
export type FindAlike = (word: string) => WordAlike

/** British and American endings, each for the other. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['isation', 'ization'],
  ['lling', 'ling'],
  ['lled', 'led'],
  ['ller', 'ler'],
  ['ise', 'ize'],
  ['ising', 'izing'],
  ['yse', 'yze'],
  ['our', 'or'],
  ['centre', 'center'],
  ['programme', 'program'],
  ['defence', 'defense'],
  ['ogue', 'og'],
]
/** Shorter words have no second spelling. */
const SHORTEST_SPELT = 5
const CHINESE = /^\p{Script=Han}{3,}$/u

/** The reader of words of one platform. */
export function findsAlike({ app }: Platform): FindAlike {
  const groups = new Map<string, string[]>()
  for (const group of app.alike ?? []) {
    const terms = group.map(searchForm)
    for (const term of terms) groups.set(term, [...(groups.get(term) ?? []), ...terms])
  }
  const known = [...groups.keys()].toSorted((one, other) => other.length - one.length)
  const whole = (word: string): WordAlike => ({
    texts: [...new Set([word, ...(groups.get(word) ?? []), ...otherSpellings(word)])],
    sounds: soundsOf(word),
    parts: [],
  })
  return (word) => ({ ...whole(word), parts: CHINESE.test(word) ? partsOf(word, known).map(whole) : [] })
}

function otherSpellings(word: string): string[] {
  if (word.length < SHORTEST_SPELT) return []
  return SPELLINGS.flatMap(([british, american]) =>
    word.includes(british) ? [word.replace(british, american)] : word.includes(american) ? [word.replace(american, british)] : [],
  )
}

/** A word between the known words in it; none when it has no known word, or a single character is left over. */
function partsOf(word: string, known: readonly string[]): string[] {
  const term = known.find((each) => each !== word && word.includes(each))
  if (term === undefined) return []
  const at = word.indexOf(term)
  const [before, after] = [word.slice(0, at), word.slice(at + term.length)]
  const parts = [before, after].map((part) => {
    const inner = partsOf(part, known)
    return part === '' || inner.length > 0 ? inner : [part]
  })
  const all = [...parts[0]!, term, ...parts[1]!]
  return all.length > 1 && all.every((part) => part.length > 1) ? all : []
}

/** A word with one mistake is whole in one of its halves, and keeps most of its pairs. Null for words too short to guess. */
export function nearWord(word: string): { halves: readonly [string, string]; pairs: number } | null {
  const signs = [...word]
  const isChinese = CHINESE.test(word)
  if (signs.length < (isChinese ? 4 : 5)) return null
  const middle = Math.ceil(signs.length / 2)
  const pairs = new Set(signs.slice(1).map((sign, index) => signs[index]! + sign)).size
  const lost = isChinese || signs.length < 6 ? 1 : signs.length < 8 ? 2 : 3
  return { halves: [signs.slice(0, middle).join(''), signs.slice(middle).join('')], pairs: pairs - lost }
}
