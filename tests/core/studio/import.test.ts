/** Own samples of every format, with the keys that its public documentation names: `tests/fixtures/forms/imports`. `losses.json` there is the report of each. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { pointer } from '../../../runtime/core/documents/failure.ts'
import { validateStored } from '../../../runtime/core/documents/validateStored.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { checkDesign } from '../../../runtime/core/studio/checkDesign.ts'
import { IMPORT_SOURCES, REFUSED_FORMATS } from '../../../runtime/core/studio/import/detectFormat.ts'
import {
  groupLosses,
  type ImportLoss,
  type ImportWords,
  LOSS_DEGREES,
  LOSS_REASONS,
} from '../../../runtime/core/studio/import/ImportReport.ts'
import { type ImportedForm, importForm, importQuestions } from '../../../runtime/core/studio/import/importForm.ts'
import { Ledger } from '../../../runtime/core/studio/import/Ledger.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { readLocaleTexts } from './localeTexts.ts'

type Json = Record<string, unknown>
const english = readLocaleTexts('en')
const words: ImportWords = (key, values) => english(`studio.import.words.${key}`, values)
const FOLDER = join(PROJECT_DIRECTORY, 'tests/fixtures/forms/imports')
const files = readdirSync(FOLDER).filter((name) => name !== 'losses.json')
const samples = files.filter((name) => name.endsWith('.json'))
const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const read = (name: string) => JSON.parse(text(name))
const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform as Platform
const vocabulary = {
  keywords: [...platform.documents.keyword.values()],
  enums: Object.fromEntries(platform.documents.enum),
  widgets: [...names.widgets],
  permissions: platform.app.permissions,
}
const place = { words, check: (form: FormDocument) => checkDesign(form, vocabulary) }
const taken = (name: string): ImportedForm => {
  const result = name.endsWith('.txt') ? importQuestions(text(name), place) : importForm(read(name), place)
  if ('refused' in result) throw new Error(`${name} is refused as ${result.refused}`)
  return result
}
const imported = (name: string) => taken(`${name}.json`)
const document = (form: object) => ({ $schema: '../kinds/form.schema.json', id: 'studio.imported', version: 1, ...form })
const said = (losses: readonly ImportLoss[]) =>
  losses.map(({ degree, reason, path, found, times }) => `${degree} ${reason} ${path}: ${found}${times ? ` ×${times}` : ''}`)

describe('[IMPORT-33] a form of another tool becomes a form that can be published', () => {
  it.each(files)('%s', (name) => {
    const { form, losses, source } = taken(name)
    expect(name.toLowerCase().startsWith(source.toLowerCase())).toBe(true)
    expect(Object.keys(form.schema.properties).length).toBeGreaterThan(0)
    expect(validateStored(platform, { file: 'document:studio.imported.form@1', text: JSON.stringify(document(form)) }, names)).toEqual([])
    expect(said(losses)).toEqual(read('losses.json')[name])
  })

  it('there are six samples and more of each format', () => {
    for (const source of IMPORT_SOURCES)
      expect(files.filter((name) => name.toLowerCase().startsWith(source.toLowerCase())).length, source).toBeGreaterThanOrEqual(6)
  })

  it.each([
    ['surveyMatrix', 'quality', ['affordable', 'good'], 'number'],
    ['googleGrids', 'question', ['row1', 'row2'], 'string'],
  ])('a matrix of %s stays one, with the same answers for each row', (name, at, rows, type) => {
    const field = imported(name).form.schema.properties[at]!
    expect(field).toMatchObject({ type: 'object', 'x-widget': 'matrix' })
    expect(Object.keys(field.properties!)).toEqual(rows)
    for (const row of Object.values(field.properties!))
      expect(row).toMatchObject({ type, 'x-options': [expect.anything(), expect.anything()] })
  })

  it('scales and rankings come as such, with the words at their ends', () => {
    const { likely, stars } = imported('typeformScales').form.schema.properties
    expect([likely, stars].map((field) => field?.['x-widget'])).toEqual(['rating', 'rating'])
    const controls = Object.values(imported('surveyChoices').form.schema.properties).map((field) => field['x-widget'])
    expect(controls).toContain('ranking')
    expect(Object.values(imported('surveySimple').form.schema.properties)[0]).toMatchObject({
      'x-widget': 'rating',
      'x-props': { look: 'numbers', low: { en: 'Not likely' } },
    })
  })

  it('takes out, and reports, a rule whose types do not fit its fields, and keeps the field', () => {
    const rules = JSON.parse(
      '{"type":"object","properties":{"n":{"type":"integer"},"more":{"type":"string"}},"if":{"properties":{"n":{"const":"many"}}},"then":{"required":["more"]}}',
    )
    const result = importForm(rules, place) as ImportedForm
    expect(result.form.schema.properties).toEqual({ n: expect.anything(), more: { type: 'string', title: { zh: 'more', en: 'more' } } })
    expect(said(result.losses)).toEqual(['lost check /schema/properties/more/x-requiredWhen: n == "many"'])
    // without the checks it would stand there, and nothing could be published
    expect((importForm(rules, { words, check: () => [] }) as ImportedForm).form.schema.properties.more).toHaveProperty('x-requiredWhen')
  })
})

describe('[IMPORT-34] what each format says comes along', () => {
  const fieldsOf = (name: string) => imported(name).form.schema.properties
  const zhOf = (text: unknown) => (text as { zh: string } | undefined)?.zh
  const labels = (options: unknown) => (options as { label: { en: string } }[]).map(({ label }) => label.en)

  it('SurveyJS: the button, descriptions of pages, texts of other and none, and what is said at the end is in the report', () => {
    const { form, losses } = imported('surveyTexts')
    expect(form.submitLabel).toEqual({ zh: 'Send', en: 'Send' })
    expect(form.steps![0]).toMatchObject({ description: { en: 'First words' } })
    expect(labels(form.schema.properties.likes!['x-options'])).toEqual(['a', 'b', 'Something else', 'Not one'])
    expect(said(losses)).toContain('lost text /completedHtml: <p>Thanks</p>')
  })

  it('SurveyJS: rows that stand there at first, fixed rows, required rows of a matrix, rules of rows and panels', () => {
    const rows = fieldsOf('surveyRows')
    expect(rows.kids).toMatchObject({ minItems: 2, maxItems: 2, 'x-props': { fixed: true, addLabel: { en: 'Add a child' } } })
    expect(rows.jobs!.default).toHaveLength(3)
    expect(rows.op).toMatchObject({ 'x-widget': 'matrix', required: ['food', 'room'] })
    expect(rows.kids!.items!.properties!.where).toMatchObject({ 'x-visibleWhen': { cel: 'item.school == true' } })
    expect(rows.box).toMatchObject({ 'x-visibleWhen': { cel: 'op.food == "yes"' }, 'x-enabledWhen': { cel: 'op.room == "no"' } })
  })

  it('SurveyJS: options by another answer, conditions of rows and columns, names of answers, numbers by validators', () => {
    const { budget, owned, best, worst, why, rated, trips } = fieldsOf('surveyOptions')
    const rules = (field: typeof best) =>
      (field!['x-options'] as { visibleWhen?: { cel: string } }[]).map(({ visibleWhen }) => visibleWhen?.cel)
    expect(budget).toMatchObject({ type: 'number', minimum: 1, maximum: 100 })
    expect(rules(owned)).toEqual([undefined, undefined, 'budget < 50'])
    expect(rules(best)).toEqual(['"Audi" in owned', '"BMW" in owned', '"Skoda" in owned'])
    expect(rules(worst)).toEqual(['best != "Audi"', 'best != "BMW"'])
    expect(why).toMatchObject({ 'x-visibleWhen': { cel: 'budget > 10' } })
    expect(rated!.properties!.BMW).toMatchObject({ 'x-visibleWhen': { cel: '"BMW" in owned' } })
    expect(trips!.items!.properties!.hotel).toMatchObject({ 'x-visibleWhen': { cel: 'item.far == true' } })
  })

  it('Typeform: a yes or no question asks for one of both', () => {
    expect(Object.values(fieldsOf('typeformChoices')).some((field) => field['x-widget'] === 'yesNo')).toBe(true)
  })

  it('pasted questions of 问卷星 and 腾讯问卷: marks in brackets, options without marks, matrices, scales', () => {
    const shape = (name: string) =>
      Object.values(taken(name).form.schema.properties).map((field) => [zhOf(field.title), field['x-widget'] ?? field.type])
    expect(shape('textWenjuanxing.txt').slice(1)).toEqual([
      ['您的姓名', 'string'],
      ['您的性别', 'radio'],
      ['感兴趣的方向', 'checkbox'],
      ['请评价上一届赛事', 'matrix'],
      ['总体满意度', 'rating'],
      ['请按重要程度排序', 'ranking'],
      ['所在省份', 'select'],
      ['建议', 'textarea'],
      ['给组织工作打分', 'rating'],
      ['作品文件', 'upload'],
      ['每项的比重', 'string'],
    ])
    expect(shape('textTencent.txt').map(([, control]) => control)).toEqual(['radio', 'checkbox', 'textarea', 'string', 'rating'])
    expect(taken('textTencent.txt').form.schema.properties.question4).toMatchObject({ email: true })
  })

  it('numbers of a text count questions or options by what stands beside them', () => {
    const shape = (name: string) =>
      Object.values(taken(name).form.schema.properties).map((field) => [
        zhOf(field.title),
        (field['x-options'] as object[] | undefined)?.length,
      ])
    expect(shape('textLevels.txt')).toEqual([
      ['姓名', undefined],
      ['性别', 2],
      ['年级', 3],
    ])
    expect(shape('textParts.txt')).toEqual([
      ['姓名', undefined],
      ['手机号', undefined],
      ['参赛方向', 2],
      ['是否自带设备？', undefined],
    ])
    expect(taken('textParts.txt').form.sections?.map(({ title }) => zhOf(title))).toEqual(['基本信息', '参赛意向'])
  })

  it('rjsf: one name in several branches, demands beside the fields, lists of fixed places', () => {
    const shared = fieldsOf('rjsfSharedNames')
    expect(shared.food).toMatchObject({
      'x-visibleWhen': { cel: '(kind != null) && (kind == "cat")' },
      'x-options': [{ value: 'mouse' }, { value: 'milk' }],
    })
    expect(shared.food2).toMatchObject({ 'x-visibleWhen': { cel: '(kind != null) && (kind == "dog")' }, 'x-options': [{ value: 'bone' }] })
    expect(shared.age!['x-visibleWhen']?.cel).toMatch(/kind == "cat".*\|\|.*kind == "dog"/)
    expect(imported('rjsfDemands').form.schema.required).toEqual(expect.arrayContaining(['name', 'extra', 'other']))
    expect(fieldsOf('rjsfDemands').mail).toHaveProperty('x-requiredWhen')
    expect(fieldsOf('rjsfTuples').point).toMatchObject({ type: 'object', required: ['place1', 'place2'] })
  })

  it('Formily: nodes without a value are flattened, components, checks, reactions, labels of options', () => {
    expect(Object.keys(fieldsOf('formilyVoid'))).toEqual(['heading', 'name', 'phone', 'mail', 'tip', 'bio'])
    expect(fieldsOf('formilyVoid')).toMatchObject({
      phone: { phone: true },
      mail: { email: true },
      bio: { 'x-widget': 'textarea', maxLength: 300 },
    })
    expect(imported('formilySteps').form.steps).toHaveLength(2)
    expect(fieldsOf('formilySteps')).toMatchObject({
      score: { 'x-widget': 'rating', maximum: 10 },
      name: { minLength: 2, 'x-step': 'step1' },
    })
    const cel = '团队'
    expect(fieldsOf('formilyReactions').team).toMatchObject({
      'x-visibleWhen': { cel: `type == "${cel}"` },
      'x-requiredWhen': { cel: `type == "${cel}"` },
    })
    expect(labels(fieldsOf('formilyOptions').size!['x-options'])).toEqual(['小号', '大号'])
  })

  it('JSON Forms: the order and words of the layout, rules, categories as steps', () => {
    const { form } = imported('jsonFormsOrder')
    expect(Object.keys(form.schema.properties)).toEqual(['note', 'birth', 'name', 'about', 'shirt'])
    expect(form.schema.properties).toMatchObject({ name: { title: { en: 'Full name' } }, shirt: { 'x-widget': 'radio' } })
    expect(fieldsOf('jsonFormsRules').school).toMatchObject({ 'x-visibleWhen': { cel: '!(kind == "company")' } })
    const stepped = imported('jsonFormsSteps').form
    expect(stepped.steps!.map(({ title }) => (title as { en: string }).en)).toEqual(['Person', 'Meal'])
    expect(stepped.sections!.map(({ step }) => step)).toEqual(['step1'])
  })

  it('a report calls a lost part by its own words', () => {
    const { losses } = imported('formioPlaces')
    expect(losses.find(({ path }) => path === '/components/4/components/0')?.called).toBe('Form (form)')
  })
})

describe('[IMPORT-35] earlier answers in words', () => {
  const wordsOf = (name: string) => JSON.stringify(imported(name).form)
  it('become places of our fields', () => {
    expect(imported('surveyPlaces').form.schema.properties.wish).toMatchObject({ title: { en: 'What does {{pupil}} want to see?' } })
    expect(imported('formioPlaces').form.schema.properties.motor).toMatchObject({ title: { en: 'Motor of {{robot}}' } })
    expect(wordsOf('typeformInputs')).toContain('Tell us, {{name}}')
  })

  it('are taken out and reported where no field of the form is meant, and the field stays', () => {
    const { form, losses } = imported('rjsfMixed')
    expect(form.schema.properties.size).toMatchObject({ title: { en: 'Size of {{Level}} and …' } })
    expect(said(losses)).toContain('near text /schema/properties/size/title: Size of {{Level}} and {{nobody}}')
    expect(said(imported('surveyPlaces').losses)).toContain('near text /schema/properties/wish/description: {total}')
    expect(form.schema.properties.level).toHaveProperty('x-options')
  })

  it('one option without words does not take the others along', () => {
    const { form, losses } = imported('formilyOptionRows')
    expect(form.schema.properties.colour!['x-options']).toMatchObject([{ value: 'red' }, { value: 'blue' }])
    expect(said(losses).filter((line) => line.includes('x-options'))).toHaveLength(1)
  })

  it('a control that is shown twice stays one, and both places are in the report', () => {
    const { form, losses } = imported('jsonFormsTwice')
    expect(form.schema.properties.height).toMatchObject({ title: { en: 'Height' } })
    expect(said(losses)).toContain('near reference /uischema/elements/0/elements/1: #/properties/height')
    expect(said(losses)).toContain('lost text /uischema/elements/0/elements/1/label: Height again')
  })
})

describe('[IMPORT-36] a text is taken for a format by its marks alone', () => {
  const cases: [string, unknown][] = [
    ['packageJson', { name: 'x', version: '1.0.0', type: 'module', dependencies: { react: '19' }, scripts: {} }],
    ['openapi', { openapi: '3.1.0', info: { title: 'x' }, paths: {}, components: { schemas: {} } }],
    ['amis', { type: 'page', body: [{ type: 'form', body: [] }] }],
    ['uischema', { type: 'VerticalLayout', elements: [{ type: 'Control', scope: '#/properties/a' }] }],
    ['answers', { responses: [{ a: 1 }] }],
    ['oneValue', { type: 'string', title: 'One' }],
    ['packageJson', { name: 'x', version: '1.0.0', main: 'index.js', type: 'object' }],
    ['openapi', { swagger: '2.0', definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } }],
    ['tsconfig', { compilerOptions: { strict: true }, include: ['src'] }],
    ['noFields', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', additionalProperties: { type: 'string' } }],
    ['noFields', { type: 'object', properties: {} }],
    ['noFields', { schema: { type: 'object' }, uiSchema: {} }],
    ['oneValue', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: { type: 'string' } }],
    ['json', { type: 'commonjs' }],
    ['json', { type: 'bar', data: { labels: ['a'], datasets: [] } }],
    ['json', { type: 'object', name: 'x', fields: [{ type: 'text' }] }],
    ['json', { type: 'FeatureCollection', features: [] }],
    ['json', { schema: { type: 'text' }, uiSchema: {} }],
    ['list', [{ type: 'text', name: 'a' }]],
    ['plain', 3],
    ['plain', 'x'],
    ['plain', null],
    ['empty', {}],
  ]
  it.each(cases)('%s: %j', (format, value) => expect(importForm(value, place)).toEqual({ refused: format }))

  it('a file of Word or Excel is told from text', () => expect(importQuestions('PK\u0003\u0004', place)).toEqual({ refused: 'office' }))

  it.each([
    ['xml', '<?xml version="1.0"?><form><field name="a"/></form>'],
    ['xml', '<!DOCTYPE html><html><body><form><input name="a"></form></body></html>'],
    ['yaml', 'title: Form\nfields:\n  - name: school\n    type: text\n  - name: age\n    type: number'],
    ['yaml', '---\ntitle: Form'],
    ['answers', '序号,提交答卷时间,所用时间,来源,来自IP,1、您的姓名,2、手机号\n1,2026/11/1 9:00,30秒,微信,1.2.3.4,王小明,13800000000'],
    ['answers', 'Timestamp,Your name,Your school\n2026/11/01 9:00:00,Ada,First'],
    ['answers', '编号\t开始答题时间\t结束答题时间\t姓名\n1\t2026-11-01\t2026-11-01\t王小明'],
    ['answers', '学校,班级,电话号\n第一中学,三班,13800000000\n第二中学,一班,13800000001'],
  ])('a text that is %s is refused by name: %j', (format, text) => expect(importQuestions(text, place)).toEqual({ refused: format }))

  it('questions that look like keys, or stand in columns, are none of these', () => {
    for (const text of [
      '姓名:\n手机号:\n学校:',
      'Name:\nSchool:\nPhone:',
      '1. 姓名\t*\n2. 性别\tA. 男\tB. 女\n3. 学校\t',
      '题目,题型,选项\n姓名,填空,\n性别,单选,男;女',
    ])
      expect(importQuestions(text, place)).toHaveProperty('form')
  })

  it('prose is no questionnaire', () => expect(importQuestions('Once upon a time\nthere was a form.', place)).toEqual({ refused: 'plain' }))

  it.each(['zh', 'en'] as const)('formats, refusals, reasons and degrees have words in %s', (lang) => {
    const texts = readLocaleTexts(lang)
    const keys = [
      ...IMPORT_SOURCES.map((name) => `source.${name}`),
      ...REFUSED_FORMATS.map((name) => `refused.${name}`),
      ...LOSS_REASONS.map((name) => `reason.${name}`),
      ...LOSS_DEGREES.map((name) => `degree.${name}`),
    ]
    for (const key of keys) expect(texts(`studio.import.${key}`), key).not.toBe(`studio.import.${key}`)
  })
})

/** Every key at every depth. */
function keysIn(value: unknown, path = ''): { holder: Json; key: string; path: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [{ holder: value as Json, key, path: pointer(path, key) }]),
    ...keysIn(inner, pointer(path, key)),
  ])
}
/** Whether the report names the key: its place, or a value around it that is reported whole. */
function isReported(losses: readonly ImportLoss[], { path }: { path: string }): boolean {
  const keys = path.split('/')
  return losses.some(
    (loss) =>
      loss.path === path ||
      (path.startsWith(`${loss.path}/`) && /^[[{]/.test(loss.found)) ||
      // the looks of all places are one line
      (loss.times !== undefined && keys.includes(loss.path.split('/').at(-1)!)),
  )
}
/** Names for a formula, which may be unused. */
const NAMES_ONLY = /x-reactions.*\/dependencies\//
const isHolder = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) || value.length === 0 || value.some((each) => typeof each === 'object'))
/** Says nothing where it stands. */
const EMPTY = new Set<unknown>(['', null])

describe('[IMPORT-37] every key of the source is in the form or in the report', () => {
  const free = { words, check: () => [] }
  const run = (value: unknown) => importForm(value, free) as ImportedForm

  it.each(samples)('%s: a key that no importer knows is reported wherever it stands', (name) => {
    const whole = read(name)
    const holders = [...new Set(keysIn(whole).map(({ holder }) => holder))]
    const places = new Map(keysIn(whole).map(({ holder, path }) => [holder, path.slice(0, path.lastIndexOf('/'))]))
    const silent = holders.flatMap((holder) =>
      ['zzUnknown', 'x-zz'].flatMap((key) => {
        holder[key] = 'zz'
        const path = pointer(places.get(holder)!, key)
        const result = run(whole)
        delete holder[key]
        if ('refused' in result) return []
        const { losses, form } = result
        // a definition is read where it is used; text where a schema belongs is refused as a whole
        const isSeen =
          losses.some((loss) => loss.path.endsWith(`/${key}`) || loss.found.includes(key)) || JSON.stringify(form).includes('"zz"')
        return isSeen || isReported(losses, { path }) || NAMES_ONLY.test(path) ? [] : [path]
      }),
    )
    expect(silent).toEqual([])
  })

  it.each(samples)('%s: a key that is read and not reported changes the form', (name) => {
    const whole = read(name)
    const base = run(whole)
    const print = ({ form, losses }: ImportedForm) => JSON.stringify([form, losses])
    const silent = keysIn(whole).flatMap((each) => {
      const { holder, key, path } = each
      const value = holder[key]
      const before = Object.entries(holder)
      if (EMPTY.has(value) || isReported(base.losses, each) || isHolder(value)) return []
      const changes = typeof value === 'boolean' ? [!value] : [undefined, 'zz', 97]
      const isSilent = changes.every((change) => {
        if (change === undefined) delete holder[key]
        else holder[key] = change
        const result = run(whole)
        return 'form' in result && print(result) === print(base)
      })
      // the order of keys is the order of fields
      for (const [other, kept] of before) {
        delete holder[other]
        holder[other] = kept
      }
      return isSilent ? [path] : []
    })
    expect(silent).toEqual([])
  })

  it('an importer cannot count a key as read by accident: a view is not to be spread', () => {
    const view = new Ledger().view<Json>({ a: 1, b: { c: 2 } })
    expect(() => ({ ...view })).toThrow('enumerated')
    expect(() => Object.entries(view)).toThrow('enumerated')
    const ledger = new Ledger()
    const whole = { a: 1, b: { c: 2, d: [{ e: 3 }] } }
    void (ledger.view<Json>(whole).b as Json).c
    expect(ledger.unread(whole).map(({ path }) => path)).toEqual(['/a', '/b/d'])
  })

  it('the report groups what is alike: what is lost first, looks and marks of the other tool last', () => {
    const { losses } = taken('formioLayouts.json')
    const groups = groupLosses(losses)
    expect(groups.length).toBeLessThanOrEqual(losses.length)
    const degrees = groups.map(({ degree }) => LOSS_DEGREES.indexOf(degree))
    expect(degrees).toEqual([...degrees].sort())
    const times = losses.filter(({ path }) => path.endsWith('/tableView')).map((loss) => loss.times ?? 1)
    expect(times).toHaveLength(1)
    expect(times[0]).toBeGreaterThan(3)
  })
})

describe('[IMPORT-38] conditions mean the same afterwards', () => {
  const shown = (name: string, answers: object) => {
    const engine = createFormEngine(compileForm(document(imported(name).form) as never), answers, { permissions: [] })
    return engine.paths().filter((path) => engine.state(path)?.visible)
  }
  const required = (name: string, answers: object) => {
    const engine = createFormEngine(compileForm(document(imported(name).form) as never), answers, { permissions: [] })
    return engine.paths().filter((path) => engine.state(path)?.required)
  }

  it('dependencies, if, oneOf', () => {
    expect(required('rjsfPropertyDependencies', {})).toEqual(['/name'])
    expect(required('rjsfPropertyDependencies', { credit_card: '1' })).toEqual(['/name', '/billing_address'])
    expect(shown('rjsfSchemaDependencies', { DoYouHaveAnyPets: 'Yes: One' })).toEqual(['/DoYouHaveAnyPets', '/HowOldIsYourPet'])
    expect(shown('rjsfIfThenElse', { animal: 'Cat' })).toEqual(['/animal', '/food'])
    expect(required('rjsfIfThenElse', { animal: 'Fish' })).toEqual(['/animal', '/water'])
    expect(shown('rjsfOneOf', { choice: 'option2' })).toEqual(['/name', '/choice', '/ipsum'])
  })

  it('visibleIf of questions, pages and rows', () => {
    expect(shown('surveyPages', { minor: true })).toContain('/guardian')
    expect(shown('surveyPages', {})).not.toContain('/guardian')
    expect(shown('surveyDynamic', { relatives: [{ relation: 'other' }, { relation: 'mother' }] })).toEqual(
      expect.arrayContaining(['/relatives/0/which', '/relatives/1/relation']),
    )
    expect(shown('surveyDynamic', { relatives: [{ relation: 'mother' }] })).not.toContain('/relatives/0/which')
    expect(shown('surveyConditions', { topics: ['a', 'b'], n: 1 })).toEqual(expect.arrayContaining(['/one', '/two', '/three']))
    expect(shown('surveyConditions', { topics: [], n: 9 })).not.toEqual(expect.arrayContaining(['/two']))
    expect(shown('surveyPanels', { address: { city: '杭州' } })).toContain('/note')
  })
})
