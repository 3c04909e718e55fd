/** A stored value as people read it, in one language. Moments are in the platform's time zone. */
import type { EntityField, EnumDocument } from '../../runtime/core/documents.ts'
import { moneyText } from '../../runtime/core/moneyText.ts'
import type { Lang, Platform } from '../../runtime/core/platform.ts'
import { localName } from '../account/grants/identityOptions.ts'

const LOCALE = { zh: 'zh-CN', en: 'en-GB' } as const

/** The text of one value; an em dash for nothing. */
export function valueText(value: unknown, field: EntityField, platform: Platform, lang: Lang): string {
  switch (field.type) {
    case 'localText':
      return plain(bothLanguages(value, lang), field)
    case 'datetime':
      return momentText(String(value), platform, lang)
    case 'money':
      return moneyText(Number(value), lang)
    case 'enum':
      return enumText(value, platform.get('enum', field.enum ?? ''), lang)
    case 'file':
      return String((value as { name?: string }).name ?? '')
    case 'files':
      return (value as { name?: string }[]).map(({ name }) => name ?? '').join(lang === 'zh' ? '、' : ', ')
    default:
      return plain(String(value), field)
  }
}

/** `2026-11-21 18:00`, in the platform's time zone. */
export function momentText(moment: string, platform: Platform, lang: Lang): string {
  const options: Intl.DateTimeFormatOptions = {
    timeZone: platform.app.timeZone,
    year: 'numeric',
    month: lang === 'zh' ? '2-digit' : 'short',
    day: lang === 'zh' ? '2-digit' : 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }
  const text = new Intl.DateTimeFormat(LOCALE[lang], options).format(new Date(moment))
  return lang === 'zh' ? text.replaceAll('/', '-') : text
}

/** Approvers read both languages, because both will be public. */
function bothLanguages(value: unknown, lang: Lang): string {
  const { zh = '', en = '' } = value as { zh?: string; en?: string }
  const [first, second] = lang === 'zh' ? [zh, en] : [en, zh]
  return first && second && first !== second ? `${first} / ${second}` : first || second
}

function plain(text: string, { richText }: EntityField): string {
  return richText
    ? text
        .replace(/<\/(p|li|h\d|tr)>/g, ' ')
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : text
}

function enumText(value: unknown, { values }: EnumDocument, lang: Lang): string {
  return localName(values.find(({ code }) => String(code) === String(value))?.label, lang) ?? String(value)
}
