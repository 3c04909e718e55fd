import { describe, expect, it } from 'vitest'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { CHANGE_CODES, diffForms } from '../../../runtime/core/studio/diffForms.ts'
import { createImpactCount, type JudgedForm } from '../../../runtime/core/studio/formImpact.ts'
import { createValidator } from '../../../runtime/core/validation/index.ts'
import { readLocaleTexts } from './localeTexts.ts'
import { form, sample } from './sampleForm.ts'

const label = (text: string) => ({ zh: text, en: text })
const options = (...values: string[]) => values.map((value) => ({ value, label: label(value) }))
const before: Record<string, FormField> = {
  name: { type: 'string', title: label('Name'), maxLength: 50 },
  group: { type: 'string', title: label('Group'), 'x-options': options('a', 'b', 'c') },
  phone: { type: 'string', title: label('Phone'), phone: true },
  note: { type: 'string', title: label('Note'), 'x-visibleWhen': { cel: "group == 'a'" } },
}
const changes = (after: FormDocument, from = form(before)) =>
  diffForms(from, after).map(({ code, field, values }) => [code, field, ...Object.values(values)])

describe('[VERSION-1] two versions of a form differ by changes that people understand', () => {
  it('none when nothing changed', () => {
    expect(diffForms(sample, structuredClone(sample))).toEqual([])
  })

  it('fields that came, went, got another name, or moved', () => {
    const { phone, name, note, group } = before as Record<string, FormField>
    const after = form({
      phone: phone!,
      name: name!,
      remark: note!,
      team: { type: 'object', title: label('Team'), properties: { size: { type: 'integer' } } },
    })
    expect(changes(after, form({ name: name!, group: group!, phone: phone!, note: note! }))).toEqual([
      ['fieldRenamed', '/remark', 'note', 'remark'],
      ['fieldAdded', '/team'],
      ['fieldRemoved', '/group'],
      ['fieldMoved', '/phone'],
    ])
  })

  it('options, rules and limits, and which of it may not fit answers that are there', () => {
    const after = form(
      {
        ...before,
        name: { ...before.name, maxLength: 30, minLength: 0 },
        group: { ...before.group, 'x-options': [...options('b', 'a'), { value: 'd', label: label('D') }] },
        note: { type: 'string', title: label('Note'), 'x-visibleWhen': { cel: "group == 'b'" }, 'x-requiredWhen': { cel: 'true' } },
      },
      { required: ['name'] },
    )
    expect(changes(after)).toEqual([
      ['requiredAdded', '/name'],
      ['limitTightened', '/name', 'maxLength', 50, 30],
      ['limitTightened', '/name', 'minLength', null, 0],
      ['optionAdded', '/group', 'd', label('D')],
      ['optionRemoved', '/group', 'c', label('c')],
      ['optionsReordered', '/group'],
      ['ruleChanged', '/note', 'visible', "group == 'a'", "group == 'b'"],
      ['ruleAdded', '/note', 'required', '', 'true'],
    ])
    expect(
      diffForms(form(before), after)
        .filter(({ isRisky }) => isRisky)
        .map(({ code }) => code),
    ).toEqual(['requiredAdded', 'limitTightened', 'limitTightened', 'optionRemoved', 'ruleChanged', 'ruleAdded'])
    expect(changes(form(before), after).map(([code]) => code)).toContain('limitLoosened')
  })

  it.each(['zh', 'en'] as const)('every change has words in %s', (lang) => {
    const words = readLocaleTexts(lang)
    for (const code of CHANGE_CODES) expect(words(`studio.change.${code}`), code).not.toBe(`studio.change.${code}`)
  })
})

const validator = createValidator({ keywords: [] })
function judged(properties: Record<string, FormField>, required: string[] = []): JudgedForm {
  const compiled = compileForm(form(properties, { required }))
  return { compiled, validate: validator.compile(compiled.validatorSchema) }
}

describe('[VERSION-2] what a version would mean for answers that are there', () => {
  const { phone: _, ...plain } = before as Record<string, FormField>
  const own = judged(plain, ['name'])
  const next = judged(
    {
      name: { ...plain.name, maxLength: 3 },
      group: { ...plain.group, 'x-options': options('a', 'b') },
      note: { ...plain.note, 'x-visibleWhen': { cel: "group == 'b'" } },
      school: { type: 'string', title: label('School') },
    },
    ['name', 'school'],
  )

  it('is counted by answers and by fields', () => {
    const count = createImpactCount(next)
    count.add('submitted', { name: 'Ann', group: 'a', note: 'seen before' }, own)
    count.add('submitted', { name: 'Longer', group: 'c' }, own)
    count.add('submitted', { name: 'Bo', group: 'b' }, own)
    count.add('draft', { group: 'b' }, own)
    count.add('draft', { name: 'Eve' }, own)
    const { submitted, drafts, fields } = count.result()
    expect(submitted).toEqual({ total: 3, losing: 1, incomplete: 3, optionGone: 1 })
    // the first draft lacks its name already
    expect(drafts).toEqual({ total: 2, losing: 0, incomplete: 1, optionGone: 0 })
    expect(
      fields.map(({ field, hidden, optionGone, missing, invalid, options: gone }) => [field, hidden, optionGone, missing, invalid, gone]),
    ).toEqual([
      ['/name', 0, 0, 0, 1, []],
      ['/group', 0, 1, 0, 0, [{ value: 'c', count: 1 }]],
      ['/note', 1, 0, 0, 0, []],
      ['/school', 0, 0, 5, 0, []],
    ])
  })

  it('answers of a removed field are counted, and nothing when the version is the same', () => {
    const removed = createImpactCount(judged({ name: plain.name! }))
    removed.add('submitted', { name: 'Ann', group: 'a' }, own)
    expect(removed.result().fields).toMatchObject([{ field: '/group', removed: 1 }])
    const same = createImpactCount(own)
    same.add('submitted', { name: 'Ann', group: 'a', note: 'x' }, own)
    expect(same.result()).toMatchObject({ submitted: { total: 1, losing: 0, incomplete: 0, optionGone: 0 }, fields: [] })
  })
})
