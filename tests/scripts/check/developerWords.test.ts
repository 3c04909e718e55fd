import { expect, it } from 'vitest'
import { checkDeveloperWords } from '../../../scripts/check/developerWords.ts'

const found = (zh: string, en: string, place = 'schemas/ranking/list.form.json#/title') => checkDeveloperWords([{ place, zh, en }])

it.each([
  ['本表单中步骤的 id', 'Step'],
  ['条件 school == “北京大学”', 'Condition'],
  ['模板 JSON', 'Template'],
  ['导出为 pdfme', 'Export'],
  ['用 npm run ranking:verify 核对', 'Check'],
  ['分配', 'Deploy'],
  ['部署', 'Use'],
])('[WORDS-DEV-1] refuses “%s” and “%s” in what organisers read', (zh, en) => {
  expect(found(zh, en)).toHaveLength(1)
  expect(found(zh, en, 'schemas/platform/screens.page.json#/title')).toEqual([])
})

it('[WORDS-DEV-2] lets values, expressions, and formats that people know pass', () => {
  expect(found('{{a == b}} 已发布', '{{a == b}} published')).toEqual([])
  expect(found('=row.a == 1', '=row.a == 1')).toEqual([])
  expect(found('其他工具的模板（pdfme 格式）', 'Templates of other tools (pdfme format)')).toEqual([])
})
