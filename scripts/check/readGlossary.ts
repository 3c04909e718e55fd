/** The glossary of `CONTRIBUTING.md` -> the variants that no text may have. In its last column, what stands in backticks is refused by machine. */

export interface Glossary {
  /** English terms, several of a row apart. */
  terms: string[]
  refused: RefusedWord[]
}

export interface RefusedWord {
  /** Where a text breaks the rule. */
  pattern: RegExp
  /** What to write. */
  term: string
  lang: 'zh' | 'en'
}

/** `| 报名 | sign up | ... | \`enrol\` |`: Chinese term, English term, what it is, refused variants. */
const ROW = /^\|([^|]+)\|([^|]+)\|([^|]*)\|([^|]*)\|$/
const HEADING = '## Words that people read'

/** @param markdown the text of `CONTRIBUTING.md` */
export function readGlossary(markdown: string): Glossary {
  const section = markdown.slice(markdown.indexOf(HEADING) + HEADING.length).split('\n## ')[0] ?? ''
  const rows = section.split('\n').flatMap((line) => {
    const [, zh, en, , variants] = ROW.exec(line) ?? []
    return zh && en && variants !== undefined ? [{ zh: zh.trim(), en: en.trim(), variants }] : []
  })
  return {
    terms: rows.flatMap(({ en }) => en.split(/[;,]/).map((term) => term.trim())),
    refused: rows.flatMap(({ zh, en, variants }) =>
      [...variants.matchAll(/`([^`]+)`/g)].map(([, variant = '']) => refused(variant, zh, en)),
    ),
  }
}

function refused(variant: string, zh: string, en: string): RefusedWord {
  if (/\p{Script=Han}/u.test(variant)) return { pattern: new RegExp(literally(variant), 'u'), term: zh, lang: 'zh' }
  const stem = literally(variant.replace(/\*$/, '')).replaceAll(' ', '\\s+')
  return { pattern: new RegExp(`(?<![\\w/.-])${stem}${variant.endsWith('*') ? '\\w*' : ''}(?![\\w/-])`, 'i'), term: en, lang: 'en' }
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
