/** Who sees a part of a page, as a sentence in both languages. */
import type { Access, Cel, LocalText, PageDocument, Permission, Text } from '../../core/documents.ts'
import { compileExpression } from '../../core/expressions/compileExpression.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { describeCel, type RuleWords } from '../../core/studio/describeRule.ts'
import type { Operand } from '../../core/studio/ruleOperands.ts'
import { textInBoth } from '../documents/textInBoth.ts'
import { fillText } from '../wire/fillText.ts'

const PERMISSIONS = 'platform.permission'

/** @returns who opens the page */
export function accessWords(platform: Platform, access: Access): LocalText {
  return inBoth(platform, (speech) =>
    typeof access === 'string'
      ? speech.words(`studioExplain.${access}`)
      : speech.words('studioExplain.opens', { permissions: permissionWords(platform, access.permission, speech) }),
  )
}

interface Part {
  permission?: Permission
  visibleWhen?: Cel
}

/** @param page whose sources and state the condition reads */
export function partWords(platform: Platform, page: PageDocument, { permission, visibleWhen }: Part): LocalText {
  return inBoth(platform, (speech) => {
    const sentences = [
      permission === undefined ? '' : speech.words('studioExplain.sees', { permissions: permissionWords(platform, permission, speech) }),
      visibleWhen === undefined
        ? ''
        : speech.words('studioExplain.when', { rule: conditionWords(platform, page, visibleWhen.cel, speech) }),
    ]
    return sentences.filter(Boolean).join(speech.lang === 'zh' ? '' : ' ')
  })
}

function inBoth(platform: Platform, say: (speech: RuleWords) => string): LocalText {
  const speech = (lang: Lang): RuleWords => ({
    lang,
    words: (key, values = {}) => fillText(platform.texts[lang][key] ?? key, values, lang),
  })
  return { zh: say(speech('zh')), en: say(speech('en')) }
}

function permissionWords(platform: Platform, permission: Permission, { words, lang }: RuleWords): string {
  const label = platform.documents.enum.get(PERMISSIONS)?.values
  const named = (code: string) => {
    const found = label?.find((each) => each.code === code)?.label
    return words('studio.rule.quoted', { text: found ? textInBoth(platform, found)[lang] : code })
  }
  if (typeof permission === 'string') return named(permission)
  const isAll = 'all' in permission
  const codes = isAll ? permission.all : permission.any
  return codes.map(named).join(words(isAll ? 'studioExplain.and' : 'studioExplain.or'))
}

function conditionWords(platform: Platform, page: PageDocument, cel: string, speech: RuleWords): string {
  return describeCel(cel, operandsOf(platform, page, cel, speech), speech)
}

/** What the condition reads, under names that people know. */
function operandsOf(platform: Platform, page: PageDocument, cel: string, speech: RuleWords): Operand[] {
  return pathsIn(cel).map((path) => ({
    field: path.join('.'),
    type: 'text',
    from: 'context',
    title: titleOf(platform, page, path, speech),
  }))
}

function titleOf(platform: Platform, page: PageDocument, [first = '', ...rest]: readonly string[], speech: RuleWords): Text {
  const call = page.sources?.[first]?.call
  const title = call === undefined ? undefined : platform.documents.call.get(call)?.title
  const words = title === undefined ? speech.words(`studioExplain.from.${first}`) || first : textInBoth(platform, title)[speech.lang]
  const name = words.startsWith('studioExplain.') ? first : words
  const text = [name, ...rest].join(' › ')
  return { zh: text, en: text }
}

function pathsIn(cel: string): (readonly string[])[] {
  try {
    return [...compileExpression(cel).references]
  } catch {
    return []
  }
}
