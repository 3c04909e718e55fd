/** Own documents of Word and Excel: what Word writes for lists, headings and tables is written here by hand, workbooks by ExcelJS. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../../runtime/core/documents/buildPlatform.ts'
import { validateStored } from '../../../../runtime/core/documents/validateStored.ts'
import type { FormDocument } from '../../../../runtime/core/documents.ts'
import type { Platform } from '../../../../runtime/core/platform.ts'
import { checkDesign } from '../../../../runtime/core/studio/checkDesign.ts'
import type { ImportedForm } from '../../../../runtime/core/studio/import/importForm.ts'
import { importOffice, isZip } from '../../../../runtime/core/studio/import/office/importOffice.ts'
import { loadFiles } from '../../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../../harness/projectDirectory.ts'

/** Fields with their controls, parts and losses of each. */
const expected: Record<string, object> = JSON.parse(
  readFileSync(join(PROJECT_DIRECTORY, 'tests/fixtures/forms/officeImports.json'), 'utf8'),
)
const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform as Platform
const vocabulary = {
  keywords: [...platform.documents.keyword.values()],
  enums: Object.fromEntries(platform.documents.enum),
  widgets: [...names.widgets],
  permissions: platform.app.permissions,
}
const place = { words: (key: string) => key, check: (form: FormDocument) => checkDesign(form, vocabulary) }
const taken = (bytes: Uint8Array): ImportedForm => {
  const result = importOffice(bytes, place)
  if ('refused' in result) throw new Error(`refused as ${result.refused}`)
  return result
}

// ------------------------------------------------------------------------------------------------------------ Word

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** A paragraph; `list` is `numId level`. Word cuts words into runs as it likes. */
const p = (text: string, { list, style }: { list?: string; style?: string } = {}) => {
  const [id, level] = (list ?? '').split(' ')
  const numbered = list ? `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>` : ''
  const half = Math.ceil(text.length / 2)
  const run = (part: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${escaped(part)}</w:t></w:r>`
  return `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}${numbered}</w:pPr>${run(text.slice(0, half))}${run(text.slice(half))}</w:p>`
}
const table = (rows: string[][]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`
const level = (at: number, format: string) => `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`
const NUMBERING = `<?xml version="1.0"?><w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'lowerLetter')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, 'bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level(0, 'chineseCountingThousand')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num></w:numbering>`
const word = (...body: string[]) =>
  zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8(`<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body.join('')}</w:body></w:document>`),
    'word/numbering.xml': strToU8(NUMBERING),
  })

const WORD: Record<string, Uint8Array> = {
  'numbers that Word counts': word(
    p('Volunteers of the science fair', { style: 'Title' }),
    p('Your name (required)', { list: '1 0' }),
    p('Which day suits you?', { list: '1 0' }),
    p('Friday', { list: '1 1' }),
    p('Saturday & Sunday', { list: '1 1' }),
    p('Email', { list: '1 0' }),
  ),
  'typed numbers with bullets': word(
    p('1. 您的姓名 *'),
    p('2. 您擅长哪些方向？（多选）'),
    p('算法', { list: '2 0' }),
    p('硬件', { list: '2 0' }),
    p('3. 联系电话'),
  ),
  'parts with headings': word(
    p('About you', { style: 'Heading1' }),
    p('1. Full name'),
    p('2. Birthday'),
    p('About the team', { style: 'Heading1' }),
    p('3. Number of members'),
  ),
  'Chinese counting': word(p('指导教师信息', { list: '3 0' }), p('1. 教师姓名'), p('参赛信息', { list: '3 0' }), p('2. 作品简介')),
  'a table of questions': word(
    p('Please fill in before May.'),
    table([
      ['Question', 'Type', 'Options', 'Required'],
      ['Size of the shirt', 'single choice', 'S; M; L', 'yes'],
      ['Allergies', 'paragraph', '', 'no'],
    ]),
  ),
  'a form with underlines, and a copy for older programs': word(
    p('School: ________'),
    '<w:p><mc:AlternateContent><mc:Choice><w:r><w:t>Town: ____</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>Town: ____</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>',
    p('Mobile phone: ____'),
    table([['Office use', '']]),
  ),
}

// ----------------------------------------------------------------------------------------------------------- Excel

const excel = async (sheets: Record<string, unknown[][]>) => {
  const book = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows)
  return new Uint8Array(await book.xlsx.writeBuffer())
}
const EXCEL: Record<string, Record<string, unknown[][]>> = {
  'a table in English': {
    Form: [
      ['Question', 'Type', 'Options', 'Required', 'Help'],
      ['Name of the project', 'text', '', true, 'As on the poster'],
      ['Field', 'dropdown', 'Biology; Physics', false, ''],
    ],
  },
  'a table in Chinese': {
    题目: [
      ['题目', '题型', '选项', '必填'],
      ['组别', '单选', '小学、初中、高中', '是'],
      ['证件照', '图片', '', '是'],
    ],
  },
  'a title above the heading, and a second sheet': {
    Cover: [['Read me first']],
    Fields: [['Entry form 2027'], [], ['Field', 'Type'], ['Mentor', 'text'], ['Hours', 'number']],
  },
  'a list in one column': { List: [['1. Name *'], ['2. Do you need a bus?'], ['3. Why do you take part?']] },
  'numbers, empty cells and lines in cells': {
    Sheet1: [
      ['Question', null, 'Options'],
      ['Year', null, '2026\n2027'],
      [2027, null, ''],
    ],
  },
  'kinds that nothing here stands for': {
    Sheet1: [
      ['Question', 'Type', 'Owner'],
      ['Mood', 'hologram', 'Ann'],
    ],
  },
}

const workbooks = await Promise.all(Object.entries(EXCEL).map(async ([name, sheets]) => [name, await excel(sheets)] as const))

describe('[IMPORT-40] questions in a file of Word or Excel become a form that can be published', () => {
  const outline = ({ form, losses }: ImportedForm) => ({
    fields: Object.values(form.schema.properties).map(
      (field) => `${(field.title as { en: string } | undefined)?.en ?? ''} ${field['x-widget'] ?? field.type}`,
    ),
    ...(form.sections ? { parts: form.sections.map(({ title }) => (title as { en: string }).en) } : {}),
    losses: losses.map(({ degree, reason, found }) => `${degree} ${reason} ${found}`),
  })

  it.each([...Object.entries(WORD), ...workbooks])('%s', (name, bytes) => {
    expect(isZip(bytes)).toBe(true)
    const result = taken(bytes)
    const stored = { $schema: '../kinds/form.schema.json', id: 'studio.imported', version: 1, ...result.form }
    expect(validateStored(platform, { file: 'document:studio.imported.form@1', text: JSON.stringify(stored) }, names)).toEqual([])
    expect(outline(result)).toEqual(expected[name])
  })

  it.each(Object.entries(WORD))('Word, %s: a paragraph, wherever it is added, is in the form or in the report', (_, bytes) => {
    const files = unzipSync(bytes)
    const xml = strFromU8(files['word/document.xml']!)
    const places = [...xml.matchAll(/<w:body>|<\/w:p>|<\/w:tbl>/g)].map(({ index, 0: tag }) => index + tag.length)
    const silent = places.filter((at) => {
      const changed = `${xml.slice(0, at)}<w:p><w:r><w:t>zzUnknown</w:t></w:r></w:p>${xml.slice(at)}`
      const result = importOffice(zipSync({ ...files, 'word/document.xml': strToU8(changed) }), place)
      return !JSON.stringify(result).includes('zzUnknown') && !('refused' in result)
    })
    expect(silent).toEqual([])
  })

  it.each(Object.entries(EXCEL))('Excel, %s: a cell, wherever it is added, is in the form or in the report', async (_, sheets) => {
    const silent: string[] = []
    for (const [name, rows] of Object.entries(sheets))
      for (const at of [...rows.keys(), rows.length])
        for (const column of [0, 9]) {
          const row = [...(rows[at] ?? [])]
          while (row.length < column) row.push('')
          row[column] = 'zzUnknown'
          const changed = { ...sheets, [name]: [...rows.slice(0, at), row, ...rows.slice(at + 1)] }
          const result = importOffice(await excel(changed), place)
          if (!('refused' in result) && !JSON.stringify(result).includes('zzUnknown')) silent.push(`${name} ${at} ${column}`)
        }
    expect(silent).toEqual([])
  })

  it('other zips, older formats and broken files are refused with what to do', () => {
    expect(importOffice(zipSync({ 'a.txt': strToU8('1. Name') }), place)).toEqual({ refused: 'office' })
    expect(importOffice(strToU8('PK\u0003\u0004broken'), place)).toEqual({ refused: 'office' })
    expect(importOffice(word(p('Once upon a time')), place)).toEqual({ refused: 'plain' })
  })
})
