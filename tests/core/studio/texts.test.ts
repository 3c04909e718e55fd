import { describe, expect, it } from 'vitest'
import { parseCsv, writeCsv } from '../../../runtime/core/studio/csv.ts'
import { formTexts } from '../../../runtime/core/studio/formTexts.ts'
import { exportTranslations, importTranslations, missingLanguages, translate } from '../../../runtime/core/studio/translations.ts'
import fc from '../../harness/fastCheck.ts'
import { form, sample } from './sampleForm.ts'

describe('[TEXT-1] a table goes out and comes in unchanged', () => {
  it('whatever stands in its cells: quotes, line breaks, formulas, apostrophes', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('=1+1', '-2', '@x', "'=1", '"', 'a\r\nb', ' x ', '逗号，,', '\t', "''+"))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const heading = ['path', 'zh', 'en']
        const filled = rows.filter((row) => row.some((each) => each !== ''))
        expect(parseCsv(writeCsv([heading, ...filled]))).toEqual({ rows: [heading, ...filled], mistake: null })
      }),
    )
  })

  it('no cell begins as a formula, and spreadsheets are told the encoding', () => {
    const text = writeCsv([['=HYPERLINK("x")', '+1', '-1', '@a', 'plain']])
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text).toBe('\ufeff"\'=HYPERLINK(""x"")",\'+1,\'-1,\'@a,plain\r\n')
  })

  it('[CSV-SAFE-1] no cell begins as a formula in full width, and none becomes two where another sign separates', () => {
    expect(writeCsv([['＝1', '＋1', '－1', '＠a', 'a;=1', 'a\t=1']])).toBe('\ufeff\'＝1,\'＋1,\'－1,\'＠a,"a;=1","a\t=1"\r\n')
    expect(parseCsv(writeCsv([['＝1', "'＠"]])).rows).toEqual([['＝1', "'＠"]])
  })

  it('also as spreadsheets of other countries write it', () => {
    expect(parseCsv('path;zh;en\na;"b;c";d\n').rows).toEqual([
      ['path', 'zh', 'en'],
      ['a', 'b;c', 'd'],
    ])
    expect(parseCsv('path\tzh\ten\ra\tb\tc').rows).toEqual([
      ['path', 'zh', 'en'],
      ['a', 'b', 'c'],
    ])
    expect(parseCsv('a,"b\nc').mistake).toEqual({ line: 1, reason: 'quote' })
  })
})

describe('[TEXT-2] the translations of a form', () => {
  const document = form({
    name: { type: 'string', title: { zh: '姓名', en: '' }, 'x-placeholder': { zh: '真实姓名', en: 'Real name' } },
    pick: { type: 'string', title: 'Shared', 'x-options': [{ value: 'a', label: { zh: '甲', en: 'First' } }] },
    known: { type: 'string', title: '@texts.key' },
  })

  it('are all texts that people read, but those that stand in the locale files', () => {
    expect(formTexts(document).map(({ path, role }) => `${role} ${path}`)).toEqual([
      'title /title',
      'title /schema/properties/name/title',
      'placeholder /schema/properties/name/x-placeholder',
      'title /schema/properties/pick/title',
      'option /schema/properties/pick/x-options/0/label',
    ])
    expect(formTexts(sample).map(({ path }) => path)).toContain('/schema/properties/members/items/properties/role/title')
  })

  it('are missing in English where the Chinese words were only copied, and not where both languages write the same', () => {
    const pasted = form({
      college: {
        type: 'string',
        title: 'BIM',
        'x-options': [
          { value: 'a', label: '计算机学院' },
          { value: 'b', label: { zh: '法学院', en: '法学院' } },
          { value: 'c', label: 'MBA' },
          { value: 'd', label: { zh: '医学院', en: 'School of Medicine' } },
        ],
      },
    })
    const missing = formTexts(pasted).flatMap((text) => missingLanguages(text).map((lang) => `${lang} ${text.text.zh}`))
    expect(missing).toEqual(['en 计算机学院', 'en 法学院'])
  })

  it('a text for both languages becomes two when one is translated', () => {
    const changed = translate(document, '/schema/properties/pick/title', 'zh', '共用')
    expect(changed.schema.properties.pick?.title).toEqual({ zh: '共用', en: 'Shared' })
  })

  it('come back with nothing changed when nobody changed the table', () => {
    const report = importTranslations(document, exportTranslations(document))
    expect(report).toMatchObject({ form: document, changes: [], same: 5, unknown: [], refused: [], untouched: 0, mistake: null })
  })

  it('are taken row by row, and what is not taken is named', () => {
    const table = writeCsv([
      ['PATH', 'en', 'note'],
      ['/schema/properties/name/title', 'Name', ''],
      ['/schema/properties/name/title', 'Again', ''],
      ['/schema/properties/pick/x-options/0/label', '', ''],
      ['/schema/properties/gone/title', 'Gone', ''],
      ['/title', 'Sample {{year}}', ''],
    ])
    const report = importTranslations(document, table)
    expect(report.changes).toEqual([{ path: '/schema/properties/name/title', lang: 'en', before: '', after: 'Name' }])
    expect(report.unknown).toEqual([{ line: 5, path: '/schema/properties/gone/title' }])
    expect(report.refused).toEqual([
      { line: 3, path: '/schema/properties/name/title', lang: null, reason: 'twice' },
      { line: 4, path: '/schema/properties/pick/x-options/0/label', lang: 'en', reason: 'empty' },
      { line: 6, path: '/title', lang: 'en', reason: 'places' },
    ])
    expect(report.untouched).toBe(2)
    expect(report.form.schema.properties.name?.title).toEqual({ zh: '姓名', en: 'Name' })
    expect(report.form.title).toEqual(document.title)
  })

  it('a table without the column of places changes nothing', () => {
    expect(importTranslations(document, 'zh,en\n甲,A\n')).toMatchObject({ form: document, mistake: { reason: 'heading', line: 1 } })
    expect(importTranslations(document, '')).toMatchObject({ mistake: { reason: 'empty' } })
  })
})
