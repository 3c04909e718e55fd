/** Refuses wrong wording in texts for people: variants of a term of the glossary, and violations of the style rules that a machine can find. Both are in
 *  `CONTRIBUTING.md`, "Words that people read". */
import type { Glossary } from './readGlossary.ts'
import type { TextPair } from './readTextPairs.ts'

interface StyleRule {
  lang: 'zh' | 'en'
  pattern: RegExp
  instead: string
  /** Places that the rule is about; default: all. */
  where?: RegExp
  /** Places where it does not count. */
  except?: RegExp
}

const ERROR = /\/locales\/\w+\/[^#]+#\/error\/(?!e\d)/
/** One sentence that asks for no action. */
const ONLY_WHAT_HAPPENED = /^(?!Please|Choose|Enter|Fill|Give|Add|Sign|Link|Complete)[^.;!?:}]*[.!]$/
/** Words of the panels for the person who edits documents. */
const STUDIO = /kinds\/words/
/** What invited experts read before they are signed in. */
const EXPERTS = /\/expertL(ink|ogin)|\/review\/panel\/(invitation\.page|(invited|reminder)(Mail)?\.template)|\/shareMail\.template/

const styleRules: readonly StyleRule[] = [
  { lang: 'zh', pattern: /您/, instead: '你', except: EXPERTS },
  { lang: 'zh', pattern: /(?<!例)如：/, instead: '例如：' },
  { lang: 'zh', pattern: /……/, instead: '…' },
  { lang: 'zh', pattern: /(?<!必)须(?!知)/, instead: '需' },
  { lang: 'zh', pattern: /令牌|凭据/, instead: 'what it is for people', except: STUDIO },
  {
    lang: 'zh',
    pattern: /[\p{Script=Han}][A-Za-z0-9]|[A-Za-z0-9][\p{Script=Han}]/u,
    instead: 'a space between Chinese and Latin letters or digits',
  },
  { lang: 'zh', pattern: /[^。？！…：}]$/, instead: 'a full stop at the end of an error', where: ERROR },
  { lang: 'en', pattern: /[^.?!…:}]$/, instead: 'a full stop at the end of an error', where: ERROR },
  { lang: 'zh', pattern: /^(?!.*(?:请|可|先|无需|还不需要|感谢))[^}]*$/u, instead: 'what the person can do next', where: ERROR },
  { lang: 'en', pattern: ONLY_WHAT_HAPPENED, instead: 'what the person can do next', where: ERROR },
  { lang: 'en', pattern: /"/, instead: '“ ”', except: /plugins\/demo/ },
  { lang: 'en', pattern: /\w+n['’]t\b|\b(it|that|you|we|they)['’](s|re|ve|ll)\b/i, instead: 'the full form (cannot, does not)' },
  { lang: 'en', pattern: /\b\d+ by \d+\b/, instead: '480×270' },
]

/** A number before a plural noun or verb: prints "1 works". Verbs that follow a name (`{{person}} invites you`) are no nouns. */
const COUNTED = /(?<!×)\{\{[^{},]*?(\w+)[^\w{},]*\}\} (?:(?:more|new|other|selected|submitted|recovery) )?([a-z]+)/g
const AFTER_A_NAME = new Set(['is', 'belongs', 'takes', 'was', 'has', 'does', 'asks', 'invites', 'contains', 'starts', 'ends', 'includes'])
const PLURAL_WORD = /^(?:(?!s$|us$|is$)[a-z]+[^su]s|people|are|were|have|lack)$/
const NAMES = /^(name|person|who|what|field|title|organisation\w*)$/

/** @returns one line per break: place, what was found, what to write */
export function checkWording(pairs: readonly TextPair[], { terms, refused }: Glossary): string[] {
  if (refused.length === 0) return ['CONTRIBUTING.md: the table "Words that people read" was not found']
  // a term may hold a word that is refused alone: the audit log
  const holding = terms.filter((term) => refused.some(({ pattern }) => pattern.test(term)))
  const bare = (text: string): string => holding.reduce((left, term) => left.replaceAll(new RegExp(term, 'gi'), ''), text)
  return pairs.flatMap((pair) => [
    ...refused.flatMap(({ lang, pattern, term }) => breaks({ ...pair, en: bare(pair.en) }, lang, pattern, `write “${term}”`)),
    ...styleRules
      .filter(({ where, except }) => (where?.test(pair.place) ?? true) && !except?.test(pair.place))
      .flatMap(({ lang, pattern, instead }) => breaks(pair, lang, pattern, `write ${instead}`)),
    ...uncounted(pair.en).map(
      (found) => `${pair.place} en: “${found}” is wrong for 1: write {{${found.split(/\W+/)[1]}, plural(one: ...; other: ...)}}`,
    ),
  ])
}

function breaks({ place, zh, en }: TextPair, lang: 'zh' | 'en', pattern: RegExp, advice: string): string[] {
  // what is filled in is no word of the text
  const text = (lang === 'zh' ? zh : en).replaceAll(/\{\{[^{},]*/g, '{{')
  const found = pattern.exec(text)?.[0]
  return found === undefined ? [] : [`${place} ${lang}: “${found}”: ${advice}`]
}

function uncounted(text: string): string[] {
  return [...text.matchAll(COUNTED)]
    .filter(([, name = '', word = '']) => !NAMES.test(name) && !AFTER_A_NAME.has(word) && PLURAL_WORD.test(word))
    .map(([found]) => found)
}
