import { beforeAll, expect, it, vi } from 'vitest'
import { textFormats } from '../../../runtime/client/format.ts'
import { addBundle } from '../../../runtime/client/library.ts'
import { addTextFormats, language, resolveText, startTexts } from '../../../runtime/client/texts.ts'

const state = {
  $schema: '',
  id: 'work.state',
  version: 1,
  title: { zh: '状态', en: 'State' },
  type: 'string' as const,
  values: [{ code: 'open', label: { zh: '开放', en: 'Open' } }],
}

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: 'lang=en', documentElement: {}, querySelector: () => null })
  vi.stubGlobal('window', { name: '' })
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, data: { 'kernel.yes': 'Yes', 'kernel.no': 'No' } }))
  addTextFormats(textFormats())
  await startTexts()
  addBundle({ enums: { [state.id]: state } } as never)
})

it('shows the label of a code, and the code of an enum that did not come', () => {
  const text = (format: string) => ({ zh: `{{code, ${format}}}`, en: `Work: {{code, ${format}}}` })
  expect(resolveText(text('enum(work.state)'), undefined, { code: 'open' })).toBe('Work: Open')
  expect(resolveText(text('enum(work.state)'), undefined, { code: ['open', 'open'] })).toBe('Work: Open, Open')
  expect(resolveText(text('enum(work.other)'), undefined, { code: 'open' })).toBe('Work: open')
})

it('shows the label in the language shown now', () => {
  language.lang = 'zh'
  expect(resolveText({ zh: '{{code, enum(work.state)}}', en: '' }, undefined, { code: 'open' })).toBe('开放')
  language.lang = 'en'
})

it('shows a list with what stands between its members in the language', () => {
  const text = { zh: '{{names}}', en: '{{names}}' }
  const names = ['Ada', { zh: '林', en: 'Lin' }]
  expect(resolveText(text, undefined, { names })).toBe('Ada, Lin')
  language.lang = 'zh'
  expect(resolveText(text, undefined, { names })).toBe('Ada、林')
  language.lang = 'en'
})

it('chooses words by a number, and formats values', () => {
  const text = { zh: '', en: '{{n, number}} {{n, plural(one: work; other: works)}}, {{sure, boolean}}' }
  expect(resolveText(text, undefined, { n: 1, sure: true })).toBe('1 work, Yes')
  expect(resolveText(text, undefined, { n: 1200, sure: false })).toBe('1,200 works, No')
})
