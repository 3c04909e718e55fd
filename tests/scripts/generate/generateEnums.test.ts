/** Names of enum members in generated code. */
import { expect, it } from 'vitest'
import type { EnumDocument } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { generateEnums } from '../../../scripts/generate/generateEnums.ts'

function generated(values: EnumDocument['values'], type: EnumDocument['type']): string {
  const document = { $schema: '', id: 'shop.state', version: 1, title: { zh: '状态', en: 'State' }, type, values }
  const platform = { documents: { enum: new Map([['shop.state', document]]) }, texts: { en: {}, zh: {} } } as unknown as Platform
  return generateEnums(platform, new Set(['shopState']))
}

it('[ENUM-NAME-1] a text code is its own name, whatever its label says', () => {
  expect(generated([{ code: 'sentBack', label: { zh: '已退回', en: 'Returned' } }], 'string')).toContain("  sentBack: 'sentBack',")
})

it('[ENUM-NAME-2] a number is called by the name of its document, and one without is refused', () => {
  const label = { zh: '开', en: 'Open now' }
  expect(generated([{ code: 1, name: 'open', label }], 'integer')).toContain('  open: 1,')
  expect(() => generated([{ code: 1, label }], 'integer')).toThrow(/shop\.state: the code 1 needs a "name"/)
})
