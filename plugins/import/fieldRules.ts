/** The rules of a field in words, and a value that keeps them, for who fills in a sheet. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { bothWords, type Target } from './columns/targets.ts'
import { ACCOUNT, REGISTRATION } from './fields.ts'

/** In the language of the person: the kind of value, its bounds, and what the form says itself. */
export function ruleOf({ key, kind, field, options }: Target, { text, lang, platform }: HandlerContext): string {
  const say = (name: Parameters<typeof text>[0], values?: Record<string, unknown>) => text(name, values)[lang]
  if (key === ACCOUNT) return say('import.rule.account')
  if (key === REGISTRATION) return say('import.rule.registrationNo')
  const { minimum: min, maximum: max, maxLength } = field
  const between = say('import.rule.between', { min, max })
  const bound =
    min === undefined
      ? max === undefined
        ? null
        : say('import.rule.atMost', { max })
      : max === undefined
        ? say('import.rule.atLeast', { min })
        : between
  const kinds = {
    text: say('import.rule.text'),
    number: say('import.rule.number'),
    money: say('import.rule.money'),
    boolean: say('import.rule.boolean'),
    date: say('import.rule.date'),
    moment: say('import.rule.moment'),
    span: say('import.rule.span'),
    choice: say(options && 'call' in options ? 'import.rule.listed' : 'import.rule.choice'),
    choices: say('import.rule.choices'),
    path: say('import.rule.path'),
  }
  const helps = [...platform.documents.keyword.values()]
    .filter(({ keyword, help }) => field[keyword] !== undefined && help)
    .map(({ help }) => bothWords(help)[lang])
  const own = isRecord(field.description) ? bothWords(field.description)[lang] : ''
  const length = kind === 'text' && maxLength !== undefined && helps.length === 0 ? say('import.rule.length', { max: maxLength }) : null
  return [kinds[kind], length, kind === 'number' ? bound : null, ...helps, own].filter(Boolean).join(lang === 'zh' ? '；' : '; ')
}

/** @param choices  in the words that people read */
export function sampleOf({ key, kind, field, title }: Target, choices: readonly string[]): string {
  if (key === ACCOUNT || field.phone !== undefined) return '13800000000'
  if (key === REGISTRATION) return '128'
  if (field.email !== undefined || field.format === 'email') return 'name@school.example'
  const [first = ''] = choices
  const number = String(field.minimum ?? field.maximum ?? 1)
  const samples = { number, money: '100', date: '2005-05-01', moment: '2026-05-01 09:30', span: '2026-05-01 ~ 2026-05-03' } as const
  if (kind in samples) return samples[kind as keyof typeof samples]
  return kind === 'text' ? title.zh.slice(0, 10) : first
}
