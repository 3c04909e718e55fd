import { describe, expect, it } from 'vitest'
import { formFields } from '../../../runtime/core/documents/formFields.ts'
import { formLogic } from '../../../runtime/core/documents/formLogic.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import { allRules, rulesReading } from '../../../runtime/core/studio/allRules.ts'
import { describeCel, describeEffect } from '../../../runtime/core/studio/describeRule.ts'
import { decidingReasons, explainRule } from '../../../runtime/core/studio/explainRule.ts'
import { renameField } from '../../../runtime/core/studio/fieldReferences.ts'
import { newRulePath, removeRule, writeBeside, writeRule } from '../../../runtime/core/studio/ruleItems.ts'
import { operandsBeside, ownOperand, questionsOf, ruleOperands } from '../../../runtime/core/studio/ruleOperands.ts'
import { compileVisualRule, normaliseVisualRule, parseVisualRule, type VisualRule } from '../../../runtime/core/studio/visualRule.ts'
import fc from '../../harness/fastCheck.ts'
import { readLocaleTexts } from './localeTexts.ts'
import { form, sample } from './sampleForm.ts'

const text = fc.string({ maxLength: 6 })
const choice = fc.constantFrom('a', 'b', 'x', 'say "no"', '换行\n')
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const condition: fc.Arbitrary<VisualRule> = fc.oneof(
  fc.record({
    field: fc.constantFrom('group', 'address.city', 'context.level'),
    op: fc.constantFrom('equals', 'notEquals'),
    value: choice,
  }),
  fc.record({
    field: fc.constant('group'),
    op: fc.constantFrom('oneOf', 'noneOf'),
    value: fc.array(choice, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ field: fc.constantFrom('name', 'born', 'agreed'), op: fc.constantFrom('answered', 'unanswered') }),
  fc.record({ field: fc.constant('people'), op: fc.constantFrom('equals', 'less', 'atMost', 'more', 'atLeast'), value: number }),
  fc.record({ field: fc.constant('name'), op: fc.constantFrom('contains', 'containsNot', 'startsWith', 'endsWith'), value: text }),
  fc.record({ field: fc.constant('topics'), op: fc.constantFrom('includes', 'includesNot'), value: choice }),
  fc.record({
    field: fc.constant('topics'),
    op: fc.constantFrom('includesAny', 'includesAll'),
    value: fc.array(choice, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ field: fc.constant('members'), op: fc.constantFrom('countEquals', 'countAtLeast', 'countAtMost'), value: fc.nat(9) }),
  fc.record({ field: fc.constant('agreed'), op: fc.constant('equals'), value: fc.boolean() }),
  fc.record({ field: fc.constant('people'), op: fc.constant('more'), value: fc.constant({ field: 'limit' }) }),
) as fc.Arbitrary<VisualRule>
const inRow = fc.oneof(
  fc.record({ field: fc.constant('role'), op: fc.constant('equals'), value: choice }),
  fc.record({ field: fc.constant('age'), op: fc.constant('atLeast'), value: fc.nat(99) }),
) as fc.Arbitrary<VisualRule>
const rule = fc.letrec<{ rule: VisualRule }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition,
    fc.record({ rows: fc.constant('members'), op: fc.constantFrom('some', 'every', 'no'), where: inRow }) as fc.Arbitrary<VisualRule>,
    fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((not) => ({ not })),
  ),
})).rule

const answers = fc.record(
  {
    group: fc.constantFrom('a', 'b', 'c'),
    topics: fc.subarray(['x', 'y', 'a']),
    people: fc.integer({ min: -3, max: 3 }),
    name: text,
    agreed: fc.boolean(),
    members: fc.array(fc.record({ role: fc.constantFrom('a', 'b'), age: fc.nat(99) }, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

describe('[LOGIC-1] a rule built of rows is stored as CEL and read back', () => {
  it('as the normal form of what was built, whatever was built', () => {
    fc.assert(
      fc.property(rule, (built) => {
        const cel = compileVisualRule(built)
        expect(cel).not.toBeNull()
        expect(parseVisualRule(cel as string)).toEqual(normaliseVisualRule(built))
      }),
      { numRuns: 500 },
    )
  })

  it('and means the same in the normal form', () => {
    const compiled = compileForm(sample)
    fc.assert(
      fc.property(rule, answers, (built, given) => {
        const engine = createFormEngine(compiled, given, { permissions: [], context: { level: 'a' } })
        const normal = normaliseVisualRule(built) as VisualRule
        expect(engine.evaluate(compileVisualRule(normal) as string)).toEqual(engine.evaluate(compileVisualRule(built) as string))
      }),
    )
  })

  it.each<[string, VisualRule]>([
    ["group == 'a'", { field: 'group', op: 'equals', value: 'a' }],
    ["'a' == group", { field: 'group', op: 'equals', value: 'a' }],
    ['3 < people', { field: 'people', op: 'more', value: 3 }],
    ['agreed', { field: 'agreed', op: 'equals', value: true }],
    ['has(address.city)', { field: 'address.city', op: 'answered' }],
    ['members.size() >= 2', { field: 'members', op: 'countAtLeast', value: 2 }],
    ["members.exists(m, m.role == 'captain')", { rows: 'members', op: 'some', where: { field: 'role', op: 'equals', value: 'captain' } }],
    ["!members.exists(m, m.role == 'captain')", { rows: 'members', op: 'no', where: { field: 'role', op: 'equals', value: 'captain' } }],
    ["'seeMarks' in session.permissions", { field: 'session.permissions', op: 'includes', value: 'seeMarks' }],
  ])('also when somebody wrote it by hand: %s', (cel, expected) => {
    expect(parseVisualRule(cel)).toEqual(expected)
  })

  it.each([
    'people * 2 > 3',
    "group == 'a' ? agreed : false",
    'members.exists(m, m.age > people)',
    "name.lowerAscii() == 'a'",
    'people >',
    'true',
  ])('but not when rows cannot show it: %s', (cel) => expect(parseVisualRule(cel)).toBeNull())

  it('is not stored while something is missing in it', () => {
    expect(compileVisualRule({ field: 'group', op: 'equals' })).toBeNull()
    expect(compileVisualRule({ all: [] })).toBeNull()
    expect(
      compileVisualRule({
        any: [
          { field: 'agreed', op: 'answered' },
          { field: 'group', op: 'oneOf', value: [] },
        ],
      }),
    ).toBeNull()
  })
})

describe('[LOGIC-2] what a rule may ask', () => {
  const fields = formFields(sample)
  const logic = formLogic(sample, fields)
  const guardian = fields.find(({ name }) => name === 'guardian')!

  it('are the fields but its own, those of its row, the context, and the time', () => {
    const operands = ruleOperands(sample, logic, guardian)
    expect(operands.map(({ field, type }) => `${field} ${type}`)).toEqual([
      'item.role choice',
      'item.age number',
      'group choice',
      'topics choices',
      'people number',
      'born date',
      'agreed boolean',
      'name text',
      'address.city text',
      'members rows',
      'context.level text',
      'now datetime',
    ])
    expect(operands.find(({ field }) => field === 'members')?.members?.map(({ field }) => field)).toEqual(['role', 'age', 'guardian'])
  })

  it('every operator offered for a field compiles and passes the type check of the form', () => {
    for (const operand of ruleOperands(sample, logic, null)) {
      for (const op of questionsOf(operand)) {
        const single = {
          text: 'a',
          number: 3,
          boolean: true,
          date: '2026-01-01',
          datetime: '2026-01-01T00:00:00.000Z',
          choice: 'a',
          choices: op.startsWith('count') ? 2 : 'x',
        }
        const value = (single as Record<string, string | number | boolean>)[operand.type] ?? 2
        const several = ['oneOf', 'noneOf', 'includesAny', 'includesAll'].includes(op)
        const cel = compileVisualRule({ field: operand.field, op, value: several ? [value] : value })
        expect(logic.compile(cel as string, logic.fields[0]!)?.type, `${operand.field} ${op}: ${cel}`).toBe('boolean')
      }
    }
  })
})

describe('[LOGIC-3] all rules of a form stand in one list', () => {
  const ruled = form({
    a: { type: 'string', 'x-options': [{ value: '1', label: 'One', disabledWhen: { cel: 'b > 2' } }] },
    b: { type: 'integer', 'x-visibleWhen': { cel: "a == '1'" }, 'x-requiredWhen': { cel: 'context.strict == true' } },
    total: { type: 'integer', 'x-computed': { cel: 'sum(rows.map(r, r.price))' } },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: { price: { type: 'integer' }, note: { type: 'string', 'x-enabledWhen': { cel: 'item.price >' } } },
      },
    },
  })
  const rules = allRules(formLogic(ruled))

  it('with what each sets and reads, and the mistakes of those that do not parse', () => {
    expect(rules.map(({ kind, path, reads, mistake }) => [kind, path, reads, mistake !== null])).toEqual([
      ['optionDisabled', '/schema/properties/a/x-options/0/disabledWhen', ['/b'], false],
      ['visible', '/schema/properties/b/x-visibleWhen', ['/a'], false],
      ['required', '/schema/properties/b/x-requiredWhen', ['context.strict'], false],
      ['computed', '/schema/properties/total/x-computed', ['/rows'], false],
      ['enabled', '/schema/properties/rows/properties/note/x-enabledWhen'.replace('/rows/', '/rows/items/'), [], true],
    ])
  })

  it('and the rules that read a field are found', () => {
    expect(rulesReading(rules, '/a').map(({ path }) => path)).toEqual(['/schema/properties/b/x-visibleWhen'])
    expect(rulesReading(rules, '/rows')).toHaveLength(1)
  })
})

describe('[LOGIC-4] a rule in plain words', () => {
  const operands = ruleOperands(sample, formLogic(sample), null)
  it.each([
    ["group == 'a' && people >= 3", '“组别”是“a组”，且“人数”至少是 3', '“Group” is “Group a” and “People” is at least 3'],
    ["born < '2008-09-01'", '“出生日期”早于 2008-09-01', '“Date of birth” is before 2008-09-01'],
    [
      "group in ['a', 'b'] || agreed == true",
      '“组别”是“a组”、“b组”之一，或“同意”为是',
      '“Group” is one of “Group a”, “Group b” or “Agreement” is yes',
    ],
    ["!(name == 'x' || agreed)", '以下都不成立：“姓名”是“x”，或“同意”为是', 'none of these holds: “Name” is “x” or “Agreement” is yes'],
    [
      "members.exists(m, m.role == 'captain' && m.age < 18)",
      '“队员”中有一行满足：“角色”是“captain组”，且“年龄”小于 18',
      'some row of “Members” has: “Role” is “Group captain” and “Age” is less than 18',
    ],
    ['people * 2 > 3', '“人数” * 2 > 3', '“People” * 2 > 3'],
  ])('%s', (cel, zh, en) => {
    expect(describeCel(cel, operands, { lang: 'zh', words: readLocaleTexts('zh') })).toBe(zh)
    expect(describeCel(cel, operands, { lang: 'en', words: readLocaleTexts('en') })).toBe(en)
  })
})

it('[LOGIC-4] the time is asked for as before and after, and moments are said in the zone of who reads', () => {
  const clock = ruleOperands(sample, formLogic(sample), null).at(-1)!
  expect(questionsOf(clock)).toEqual(['less', 'atLeast'])
  const rule = { field: 'now', op: 'less', value: '2026-05-01T12:00:00.000Z' } as const
  expect(parseVisualRule(compileVisualRule(rule)!)).toEqual(rule)
  const zh = describeCel("now < '2026-05-01T12:00:00.000Z'", [clock], { lang: 'zh', words: readLocaleTexts('zh') })
  expect(zh).toMatch(/^“现在的时间”早于 2026年5月[12]日/)
})

describe('[LOGIC-5] a rule is explained with sample answers', () => {
  const compiled = compileForm(sample)

  it('by the rows that decide, and what was answered', () => {
    const engine = createFormEngine(compiled, { group: 'b', people: 4 }, { permissions: [] })
    const { result, reasons } = explainRule(engine, "group == 'a' && people >= 3", '/name')
    expect(result).toBe(false)
    expect(decidingReasons(reasons!).map(({ rule: row, answer }) => [row, answer])).toEqual([
      [{ field: 'group', op: 'equals', value: 'a' }, 'b'],
    ])
  })

  it('in the row of a repeat group that it stands in', () => {
    const engine = createFormEngine(compiled, { members: [{ age: 12 }, { age: 30 }] }, { permissions: [] })
    expect(explainRule(engine, 'item.age < 18', '/members/0/guardian').result).toBe(true)
    expect(explainRule(engine, 'item.age < 18', '/members/1/guardian').reasons).toMatchObject({ holds: false, answer: 30 })
  })
})

describe('[LOGIC-5] rules that lead to something are told as one sentence, and stand in lists', () => {
  const ruled = {
    ...form({
      kind: {
        type: 'string',
        title: { zh: '类别', en: 'Kind' },
        'x-options': [
          { value: 'free', label: { zh: '免费', en: 'Free' }, visibleWhen: { cel: 'fee == null' } },
          { value: 'paid', label: { zh: '付费', en: 'Paid' } },
        ],
        'x-set': [{ when: { cel: 'fee > 0' }, to: 'paid', fixed: true }, { to: { cel: "fee > 0 ? 'paid' : 'free'" } }],
      },
      fee: {
        type: 'integer',
        title: { zh: '费用', en: 'Fee' },
        'x-checks': [{ must: { cel: 'fee >= 10' }, message: { zh: '至少 10 元', en: 'At least 10' } }],
      },
    }),
    steps: [
      { id: 'one', title: { zh: '第一步', en: 'First' }, next: [{ when: { cel: "kind == 'free'" }, to: 'end' }, { to: 'two' }] },
      { id: 'two', title: { zh: '第二步', en: 'Second' } },
    ],
  }
  const logic = formLogic(ruled)
  const rules = allRules(logic, ruled.steps)
  const reported = (lang: 'zh' | 'en') =>
    rules.map((rule) => {
      const operands = [...operandsBeside(rule.kind, rule.placed), ...ruleOperands(ruled, logic, rule.placed)]
      const places = { operands, own: ownOperand(rule.placed, () => undefined), steps: ruled.steps }
      return describeEffect(rule, places, { lang, words: readLocaleTexts(lang) })
    })

  it('in both languages', () => {
    expect(reported('en')).toEqual([
      'When “Fee” is more than 0: “Paid”, cannot be changed',
      expect.stringContaining('until the respondent answers'),
      '“Fee” is not answered',
      '“Fee” is at least 10; otherwise “At least 10”',
      'When “Kind” is “Free”: submit the form',
      'When always: go to “Second”',
    ])
    expect(reported('zh')[0]).toBe('当“费用”大于 0时，固定为 “付费”，不可修改')
    expect(reported('zh')[4]).toBe('当“类别”是“免费”时，直接提交')
  })

  it('a list gets a member, keeps what stands beside the condition, and goes with its last member', () => {
    const path = newRulePath(ruled, 'check', '/schema/properties/kind')!
    const added = writeRule(ruled, { kind: 'check', path }, 'fee != null')
    const worded = writeBeside(added, { kind: 'check', path }, { message: { zh: '先填费用', en: 'Fee first' } })
    expect(worded.schema.properties.kind?.['x-checks']).toEqual([
      { must: { cel: 'fee != null' }, message: { zh: '先填费用', en: 'Fee first' } },
    ])
    expect(removeRule(worded, { kind: 'check', path })).toEqual(ruled)
    expect(newRulePath(ruled, 'jump', '/steps/1')).toBe('/steps/1/next/0/when')
  })

  it('and follow a field that gets another name', () => {
    const renamed = renameField(ruled, '/schema/properties/kind', 'type').form
    expect(renamed.steps?.[0]?.next?.[0]?.when).toEqual({ cel: "type == 'free'" })
  })
})
