import { describe, expect, it } from 'vitest'
import type { TemplateDocument } from '../../../runtime/core/documents.ts'
import type { Lang, Platform } from '../../../runtime/core/platform.ts'
import { headText } from '../../../runtime/server/head/headText.ts'
import { localText } from '../../../runtime/server/screens/localText.ts'
import { fillText } from '../../../runtime/server/wire/fillText.ts'
import { templateWords } from '../../../runtime/server/wire/templateWords.ts'
import { valueFormats } from '../../../runtime/server/wire/valueFormats.ts'

const STATE = {
  $schema: '',
  id: 'work.state',
  version: 1,
  title: { zh: '状态', en: 'State' },
  type: 'integer' as const,
  values: [{ code: 1, label: { zh: '通过', en: 'Passed' } }],
}
const ENUMS = new Map([[STATE.id, STATE]])
const NO_TEXTS = { texts: { zh: {}, en: {} }, documents: { enum: ENUMS } } as unknown as Platform
const COMPETITIONS = '{{n}} {{n, plural(one: competition; other: competitions)}}'

it('[TEXT-9] puts a text in two languages into a text as its reader has it', () => {
  const values = { hotel: { zh: '湖畔', en: 'Lakeside' }, place: { zh: '一号馆', en: '' }, other: { id: '1' } }
  expect((['zh', 'en'] as const).map((lang) => fillText('{{hotel}}/{{place}}/{{other}}', values, lang))).toEqual([
    '湖畔/一号馆/',
    'Lakeside/一号馆/',
  ])
})

describe('[TEXT-3] a number in a text', () => {
  const WORKS = '{{count}} {{count, plural(one: work; other: works)}} in {{days}} {{days, plural(one: day; other: days)}}'
  it.each([
    [{ count: 1, days: 2 }, '1 work in 2 days'],
    [{ count: 0, days: 1 }, '0 works in 1 day'],
    [{ count: '1', days: 1.5 }, '1 work in 1.5 days'],
    [{ days: '1,000' }, ' works in 1,000 days'],
  ])('chooses the English words for %j', (values, text) => expect(fillText(WORKS, values, 'en')).toBe(text))

  it('has one form in Chinese', () => expect(fillText('{{n}}{{n, plural(other: 件)}}', { n: 1 }, 'zh')).toBe('1件'))

  it.each([
    ['the head of a page', (n: number) => headText(NO_TEXTS, 'en', { text: { zh: '{{n}} 项', en: COMPETITIONS }, with: { n } }, {})],
    ['titles and sheets', (n: number) => localText(NO_TEXTS, 'en', { text: { zh: '{{n}} 项', en: COMPETITIONS }, with: { n } })],
  ])('is followed by the right word in %s', (_where, text) => {
    expect([text(1), text(2)]).toEqual(['1 competition', '2 competitions'])
  })
})

describe('an amount in a text', () => {
  it('[MONEY-1] has the sign of the currency in Chinese, and its code in English, where ¥ may be yen', () => {
    const text = (lang: Lang) => fillText('{{amount, money}}', { amount: 123_456_78 }, lang).replaceAll('\u00a0', ' ')
    expect([text('zh'), text('en')]).toEqual(['¥123,456.78', 'CNY 123,456.78'])
  })
  it('stays as it is when it was words already', () => expect(fillText('{{amount, money}}', { amount: '¥1' }, 'zh')).toBe('¥1'))
})

describe('a code in a text', () => {
  const WORDS = { zh: '状态：{{state, enum(work.state)}}', en: 'Status: {{state, enum(work.state)}}' }

  it('is shown by its label, in the language of the text', () => {
    expect(fillText(WORDS.en, { state: 1 }, 'en', ENUMS)).toBe('Status: Passed')
    expect(fillText(WORDS.zh, { state: '1' }, 'zh', ENUMS)).toBe('状态：通过')
    expect(fillText(WORDS.en, { state: 2 }, 'en', ENUMS)).toBe('Status: 2')
  })

  it('is shown by its label in the head of a page', () => {
    expect(headText(NO_TEXTS, 'en', { text: WORDS, with: { state: { cel: 'work.state' } } }, { work: { state: 1 } })).toBe('Status: Passed')
  })
})

describe('[TEXT-4] a moment in a message', () => {
  const platform = { ...NO_TEXTS, app: { timeZone: 'Asia/Shanghai' } } as unknown as Platform
  const words = (place: string, value: unknown) => {
    const text = { zh: `{{at, ${place}}}`, en: `{{at, ${place}}}` }
    return templateWords(platform, { body: text } as unknown as TemplateDocument, { at: value }).text
  }

  it.each([
    ['datetime', '2026-11-30T22:55:19.769Z', '2026-12-01 06:55（UTC+8）', '1 Dec 2026, 06:55 (UTC+8)'],
    ['date', '2026-11-30T22:55:19.769Z', '2026-12-01', '1 Dec 2026'],
    ['date', '2026-11-30', '2026-11-30', '30 Nov 2026'],
    ['datetime', 'soon', 'soon', 'soon'],
    ['number', 1234.5, '1,234.5', '1,234.5'],
    ['percent', 0.125, '12.5%', '12.5%'],
  ])('is read as {{at, %s}} in the language of the reader and the zone of the platform: %s', (place, value, zh, en) => {
    expect(words(place, value)).toEqual({ zh, en })
  })

  it('names a zone of half hours, and one behind', () => {
    expect(valueFormats.datetime!('2026-07-01T00:00:00Z', 'en', 'Asia/Kolkata')).toBe('1 Jul 2026, 05:30 (UTC+5:30)')
    expect(valueFormats.datetime!('2026-07-01T00:00:00Z', 'en', 'America/New_York')).toBe('30 Jun 2026, 20:00 (UTC-4)')
  })
})
