/** A stored value as people read it, in one language. Times are in the platform's time zone. */
import type { EntityField } from '../../runtime/core/documents.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { momentText as zonedText } from '../../runtime/core/momentText.ts'
import { moneyText } from '../../runtime/core/moneyText.ts'
import type { Lang, Platform } from '../../runtime/core/platform.ts'

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
      return enumLabel(field.enum ?? '', String(value), platform)[lang]
    case 'file':
      return String((value as { name?: string }).name ?? '')
    case 'files':
      return (value as { name?: string }[]).map(({ name }) => name ?? '').join(lang === 'zh' ? '、' : ', ')
    default:
      return plain(String(value), field)
  }
}

/** `2026-11-21 18:00 中国时间（UTC+8）`, by the platform's clock. */
export function momentText(moment: string, platform: Platform, lang: Lang): string {
  return zonedText(moment, lang, platform.app.timeZone)
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
