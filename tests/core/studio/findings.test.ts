import { describe, expect, it } from 'vitest'
import { formLogic } from '../../../runtime/core/documents/formLogic.ts'
import { alwaysTrue, neverTrue } from '../../../runtime/core/documents/neverTrue.ts'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import { designFindings, WARNING_CODES } from '../../../runtime/core/studio/designFindings.ts'
import { writeAt } from '../../../runtime/core/studio/documentPath.ts'
import { compileVisualRule, type VisualRule } from '../../../runtime/core/studio/visualRule.ts'
import fc from '../../harness/fastCheck.ts'
import { readLocaleTexts } from './localeTexts.ts'
import { form, sample } from './sampleForm.ts'

const logic = formLogic(sample)
const [first] = logic.fields
const compile = (cel: string) => logic.compile(cel, first!)!
const never = (cel: string) => neverTrue(compile(cel), logic.possible(first!))
const always = (cel: string) => alwaysTrue(compile(cel), logic.possible(first!))

describe('[CHECK-22] a condition that cannot hold is known', () => {
  it.each([
    'false',
    '1 > 2',
    "group == 'd'",
    "group == 'a' && group == 'b'",
    "group == 'a' && group != 'a'",
    "group in ['a', 'b'] && group in ['c']",
    "group in ['a', 'b'] && !(group in ['a', 'b', 'c'])",
    "group != 'a' && group != 'b' && group != 'c' && group != null",
    "group == null && group == 'a'",
    'people > 5 && people < 3',
    'people >= 3 && !(people > 2)',
    'people > 3 && people == null',
    "born < '2000-01-01' && born > '2001-01-01'",
    "'q' in topics",
    "'x' in topics && !('x' in topics)",
    'agreed && !agreed',
    "(group == 'a' || group == 'b') && group == 'c'",
    "group == 'd' ? agreed : people > 3 && people < 2",
    'size(name) > 3 && !(size(name) > 3)',
  ])('%s', (cel) => expect(never(cel)).toBe(true))

  it.each([
    "group == 'a'",
    "group != 'a'",
    '!(people > 3) && people == null',
    '!(people < 3) && !(people > 2)',
    "'x' in topics && 'y' in topics",
    "name == 'a' || false",
    "group == 'd' || agreed",
    'size(name) > 3 && size(name) < 9',
    "group == context.level && group == 'a'",
  ])('but nothing is said of one that can: %s', (cel) => expect(never(cel)).toBe(false))

  it.each(['true', 'people > 3 || !(people > 3)', "group != 'd'", "group == 'a' || group != 'a'"])('nor can this fail: %s', (cel) =>
    expect(always(cel)).toBe(true),
  )

  it('"never" is never said of what some answers make true', () => {
    const compiled = compileForm(sample)
    const row = fc.oneof(
      fc.record({ field: fc.constant('group'), op: fc.constantFrom('equals', 'notEquals'), value: fc.constantFrom('a', 'b', 'd') }),
      fc.record({
        field: fc.constant('group'),
        op: fc.constantFrom('oneOf', 'noneOf'),
        value: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      }),
      fc.record({ field: fc.constant('people'), op: fc.constantFrom('less', 'atMost', 'more', 'atLeast', 'equals'), value: fc.nat(3) }),
      fc.record({ field: fc.constantFrom('people', 'topics'), op: fc.constantFrom('answered', 'unanswered') }),
      fc.record({ field: fc.constant('topics'), op: fc.constantFrom('includes', 'includesNot'), value: fc.constantFrom('x', 'y', 'q') }),
    ) as fc.Arbitrary<VisualRule>
    const join = fc.constantFrom('all', 'any', 'not')
    const rule = fc.tuple(
      join,
      fc.array(fc.oneof(row, fc.tuple(join, fc.array(row, { minLength: 1, maxLength: 3 }))), { minLength: 1, maxLength: 4 }),
    )
    const given = fc.record(
      { group: fc.constantFrom('a', 'b', 'c'), people: fc.nat(4), topics: fc.subarray(['x', 'y', 'z'], { minLength: 1 }) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(rule, given, ([outer, members], answers) => {
        const rules = members.map((member) => (Array.isArray(member) ? { [member[0]]: member[1] } : member))
        const cel = compileVisualRule({ [outer]: rules } as unknown as VisualRule)!
        const holds = createFormEngine(compiled, answers, { permissions: [] }).evaluate(cel) === true
        if (never(cel)) expect(holds, cel).toBe(false)
        if (always(cel)) expect(holds, cel).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

const label = (text: string) => ({ zh: text, en: text })
const group: FormField = {
  type: 'string',
  title: label('Group'),
  'x-options': [
    { value: 'junior', label: label('Junior') },
    { value: 'senior', label: label('Senior') },
  ],
}
const found = (document: FormDocument) =>
  designFindings(document).map(({ severity, code, path }) => `${severity} ${code} ${path.replace('/schema/properties', '')}`)

describe('[CHECK-23] while a form is edited, what is questionable is named', () => {
  it('a field that nobody can see, with what hangs on it', () => {
    const document = form({
      group,
      other: { type: 'string', title: label('Other'), 'x-visibleWhen': { cel: "group == 'middle'" } },
      more: { type: 'string', title: label('More'), 'x-visibleWhen': { cel: 'other != null' } },
    })
    expect(found(document)).toEqual([
      'warning neverVisible /other/x-visibleWhen',
      'warning neverVisible /more/x-visibleWhen',
      'warning optionGone /other/x-visibleWhen',
    ])
  })

  it('rules of one field that exclude each other', () => {
    const document = form({
      group,
      a: {
        type: 'string',
        title: label('A'),
        'x-visibleWhen': { cel: "group == 'junior'" },
        'x-requiredWhen': { cel: "group == 'senior'" },
      },
      b: {
        type: 'string',
        title: label('B'),
        'x-enabledWhen': { cel: "group == 'junior'" },
        'x-requiredWhen': { cel: "group != 'junior'" },
      },
      c: { type: 'string', title: label('C'), 'x-enabledWhen': { cel: 'group == null' }, 'x-visibleWhen': { cel: 'group != null' } },
    })
    expect(found(document)).toEqual([
      'warning requiredWhileHidden /a/x-requiredWhen',
      'warning requiredWhileLocked /b/x-requiredWhen',
      'warning visibleWhileLocked /c/x-enabledWhen',
    ])
  })

  it('an option that a rule still names, with the nearest one as the proposal', () => {
    const document = form({
      group,
      a: { type: 'string', title: label('A'), 'x-visibleWhen': { cel: "group == 'juniors' || group == 'senior'" } },
    })
    const [finding] = designFindings(document)
    expect(finding).toMatchObject({ code: 'optionGone', values: { value: 'juniors', near: 'junior' } })
    const mended = finding!.fix!.reduce((changed, { path, value }) => writeAt(changed, path, value), document)
    expect(mended.schema.properties.a?.['x-visibleWhen']?.cel).toBe(`group == "junior" || group == 'senior'`)
    expect(designFindings(mended)).toEqual([])
  })

  it('rules without effect, and rules that wait for a later step', () => {
    const document = form(
      {
        group,
        a: { type: 'string', title: label('A'), 'x-visibleWhen': { cel: "group == 'junior' || group != 'junior'" }, 'x-step': 'one' },
        b: { type: 'string', title: label('B'), 'x-requiredWhen': { cel: "group == 'junior'" }, 'x-step': 'one' },
        c: { type: 'string', title: label('C'), 'x-visibleWhen': { cel: 'd == true' }, 'x-step': 'one' },
        d: { type: 'boolean', title: label('D'), 'x-step': 'two' },
      },
      { required: ['b'], steps: ['one', 'two', 'three'].map((id) => ({ id, title: label(id) })) },
    )
    expect(found(document)).toEqual([
      'warning alwaysHolds /a/x-visibleWhen',
      'warning alwaysRequired /b/x-requiredWhen',
      'warning readsLater /c/x-visibleWhen',
      'warning stepEmpty /steps/2',
    ])
  })

  it('texts in one language only, and options that read the same', () => {
    const document = form({
      group: {
        ...group,
        title: { zh: '组别', en: ' ' },
        'x-options': [...(group['x-options'] as []), { value: 'third', label: label('Senior') }],
      },
    })
    expect(found(document)).toEqual(['warning labelDuplicate /group/x-options/2/label', 'warning translationMissing /group/title'])
  })

  it("the linker's failures are findings of their field, and are not told twice", () => {
    const document = form(
      { group, other: { type: 'string', title: label('Other'), 'x-visibleWhen': { cel: "group == 'x'" } } },
      { required: ['other'] },
    )
    const path = '/schema/properties/other/x-visibleWhen'
    const failure = { code: 'REQUIRED_NEVER_VISIBLE', file: '', path, expected: 'e', found: 'f', suggestion: 's' }
    expect(designFindings(document, undefined, [failure])).toMatchObject([
      { severity: 'failure', code: 'failure', field: '/other', values: { suggestion: 's' } },
      { severity: 'warning', code: 'optionGone' },
    ])
  })

  it('nothing is said of a form in order', () => {
    expect(designFindings(sample)).toEqual([])
  })
})

describe('[CHECK-24] every finding says what is wrong and what to do', () => {
  it.each(['zh', 'en'] as const)('in %s', (lang) => {
    const words = readLocaleTexts(lang)
    for (const code of WARNING_CODES)
      for (const key of [`studio.check.${code}.words`, `studio.check.${code}.proposal`]) expect(words(key), key).not.toBe(key)
  })
})
