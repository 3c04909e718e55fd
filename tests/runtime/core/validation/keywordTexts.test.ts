import { describe, expect, it } from 'vitest'
import type { KeywordDocument } from '../../../../runtime/core/documents.ts'
import { keywordTexts } from '../../../../runtime/core/validation/keywordTexts.ts'

const document = (messages: KeywordDocument['messages']): KeywordDocument => ({
  $schema: '',
  id: 'keywords.odd',
  version: 1,
  title: 'odd',
  keyword: 'odd',
  kernel: 'odd',
  appliesTo: ['number'],
  value: {},
  messages,
  source: '',
})

describe('texts of keywords', () => {
  it('are named by keyword and code, in the language asked for', () => {
    const documents = [document({ even: { zh: '必须是奇数', en: 'Must be odd' } })]
    expect(keywordTexts(documents, 'zh')).toEqual({ 'keyword.odd.even': '必须是奇数' })
    expect(keywordTexts(documents, 'en')).toEqual({ 'keyword.odd.even': 'Must be odd' })
  })

  it('may be keys of other texts', () => {
    expect(keywordTexts([document({ even: '@a.b' })], 'en', { 'a.b': 'Odd, please' })).toEqual({ 'keyword.odd.even': 'Odd, please' })
  })
})
