import { describe, expect, it } from 'vitest'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import { evaluateForm } from '../../../runtime/core/form/evaluateForm.ts'

function form(properties: Record<string, FormField>, required: string[] = []): FormDocument {
  return {
    $schema: '../kinds/form.schema.json',
    id: 'sample.form',
    version: 1,
    title: { zh: '示例', en: 'Sample' },
    schema: { type: 'object', properties, required },
  }
}
const person = { permissions: [] }

describe('[FORM-14] a rule may ask what time it is', () => {
  const until = form({
    early: { type: 'string', 'x-visibleWhen': { cel: "now < '2026-05-01T00:00:00.000Z'" } },
    always: { type: 'string' },
  })
  const [BEFORE, AFTER] = ['2026-04-30T23:59:59.999Z', '2026-05-01T00:00:00.000Z']

  it('and decides again when time has passed', () => {
    const engine = createFormEngine(compileForm(until), {}, { permissions: [], now: BEFORE })
    expect(engine.state('/early')?.visible).toBe(true)
    expect(engine.setNow(AFTER)).toEqual(['/early'])
    expect(engine.state('/early')?.visible).toBe(false)
    expect(engine.setNow(AFTER)).toEqual([])
  })

  it('while answers that are only read show what was answered then', () => {
    const read = (answers: object) => createFormEngine(compileForm(until), answers, { permissions: [], mode: 'read' })
    expect(read({ early: 'x' }).state('/early')?.visible).toBe(true)
    expect(read({}).state('/early')?.visible).toBe(false)
  })

  it('unless the form has a field of that name', () => {
    const own = compileForm(form({ now: { type: 'string' }, next: { type: 'string', 'x-visibleWhen': { cel: "now == 'x'" } } }))
    const engine = createFormEngine(own, { now: 'x' }, { permissions: [], now: BEFORE })
    expect(engine.setNow(AFTER)).toEqual([])
    expect(engine.state('/next')?.visible).toBe(true)
  })
})

describe('[FORM-1] a field shows while visibleWhen holds', () => {
  const compiled = compileForm(
    form({
      kind: { type: 'string' },
      school: { type: 'string', 'x-visibleWhen': { cel: "kind == 'student'" }, 'x-requiredWhen': { cel: 'true' } },
      grade: { type: 'string', 'x-visibleWhen': { cel: "school == 'A'" } },
    }),
  )

  it('follows the answer, and tells which paths changed', () => {
    const engine = createFormEngine(compiled, {}, person)
    expect(engine.state('/school')).toMatchObject({ visible: false, required: false })
    expect(engine.set('/kind', 'student')).toEqual(['/kind', '/school'])
    expect(engine.state('/school')).toMatchObject({ visible: true, required: true })
    expect(engine.set('/kind', 'student')).toEqual([])
  })

  it('reads a hidden answer as null, so that what depends on it hides too', () => {
    const engine = createFormEngine(compiled, { kind: 'student', school: 'A', grade: '1' }, person)
    expect(engine.state('/grade')?.visible).toBe(true)
    engine.set('/kind', 'teacher')
    expect(engine.state('/grade')?.visible).toBe(false)
    expect(engine.value('/school')).toBe('A')
    expect(engine.submission()).toEqual({ values: { kind: 'teacher' }, dropped: ['/school', '/grade'] })
    engine.set('/kind', 'student')
    expect(engine.submission().values).toEqual({ kind: 'student', school: 'A', grade: '1' })
  })
})

describe('[FORM-2] whenHidden decides what becomes of a hidden answer', () => {
  const hidden = (whenHidden: 'keep' | 'clear' | 'clearOnSubmit') =>
    compileForm(
      form({ on: { type: 'boolean' }, note: { type: 'string', 'x-visibleWhen': { cel: 'on == true' }, 'x-whenHidden': whenHidden } }),
    )

  it('keep: stays and is sent', () => {
    const state = evaluateForm(hidden('keep'), { on: false, note: 'x' }, person)
    expect(state.submission).toEqual({ on: false, note: 'x' })
  })

  it('clear: emptied as soon as hidden, and empty when shown again', () => {
    const engine = createFormEngine(hidden('clear'), { on: true, note: 'x' }, person)
    expect(engine.set('/on', false)).toContain('/note')
    expect(engine.value('/note')).toBeUndefined()
    expect(engine.set('/note', 'sneaked in')).toEqual([])
    engine.set('/on', true)
    expect(engine.values()).toEqual({ on: true })
  })

  it('clearOnSubmit: stays on screen and is dropped on submit', () => {
    const state = evaluateForm(hidden('clearOnSubmit'), { on: false, note: 'x' }, person)
    expect(state.values).toEqual({ on: false, note: 'x' })
    expect(state.submission).toEqual({ on: false })
  })
})

describe('[FORM-3] computed values follow what they read', () => {
  const compiled = compileForm(
    form({
      unit: { type: 'integer' },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: { count: { type: 'integer' }, price: { type: 'integer', 'x-computed': { cel: 'item.count * unit' } } },
        },
      },
      total: { type: 'integer', 'x-computed': { cel: 'size(rows)' } },
    }),
  )

  it('in rows and above them, and only where something changed', () => {
    const engine = createFormEngine(compiled, { unit: 2, rows: [{ count: 3 }, { count: 5 }] }, person)
    expect(engine.values()).toEqual({
      unit: 2,
      rows: [
        { count: 3, price: 6 },
        { count: 5, price: 10 },
      ],
      total: 2,
    })
    expect(engine.set('/rows/1/count', 7)).toEqual(['/rows/1/count', '/rows/1/price'])
    expect(engine.value('/rows/1/price')).toBe(14)
    engine.set('/rows', [{ count: 7 }])
    expect(engine.values()).toEqual({ unit: 2, rows: [{ count: 7, price: 14 }], total: 1 })
    expect(engine.set('/total', 9)).toEqual([])
  })
})

describe('[FORM-4] fields that decide each other are refused', () => {
  it('names the circle', () => {
    const broken = form({
      a: { type: 'string', 'x-visibleWhen': { cel: "b == ''" } },
      b: { type: 'string', 'x-visibleWhen': { cel: "a == ''" } },
    })
    expect(() => compileForm(broken)).toThrow(/FORM_CYCLE .*\/a -> /)
  })
})

describe('[FORM-15] a step is passed over when no step on the way leads to it', () => {
  const ways = (next: NonNullable<FormDocument['steps']>[number]['next']): FormDocument => ({
    ...form(
      {
        kind: { type: 'string', 'x-step': 'first' },
        school: { type: 'string', 'x-step': 'student', 'x-whenHidden': 'keep' },
        company: { type: 'string', 'x-step': 'work' },
        note: { type: 'string', 'x-step': 'last' },
      },
      ['kind', 'school', 'company'],
    ),
    steps: [
      { id: 'first', title: 'First', ...(next ? { next } : {}) },
      { id: 'student', title: 'Student', next: [{ to: 'last' }] },
      { id: 'work', title: 'Work' },
      { id: 'last', title: 'Last' },
    ],
  })
  const compiled = compileForm(
    ways([
      { when: { cel: "kind == 'work'" }, to: 'work' },
      { when: { cel: "kind == 'none'" }, to: 'end' },
    ]),
  )

  it('its answers are neither asked for nor sent, also those that stay while hidden', () => {
    const engine = createFormEngine(compiled, { kind: 'student', school: 'A', company: 'B' }, person)
    expect(engine.way()).toEqual(['first', 'student', 'last'])
    expect(engine.submission()).toEqual({ values: { kind: 'student', school: 'A' }, dropped: ['/company'] })
    engine.set('/kind', 'work')
    expect(engine.way()).toEqual(['first', 'work', 'last'])
    expect(engine.state('/school')).toMatchObject({ visible: false, required: false })
    expect(engine.state('/company')).toMatchObject({ visible: true, required: true })
    expect(engine.submission().values).toEqual({ kind: 'work', company: 'B' })
    engine.set('/kind', 'none')
    expect(engine.way()).toEqual(['first'])
    expect(engine.submission().values).toEqual({ kind: 'none' })
  })

  it('a way that an answer decides which it passes over is a circle', () => {
    expect(() => compileForm(ways([{ when: { cel: "school == 'B'" }, to: 'work' }]))).toThrow(AgonError)
  })
})

describe('[FORM-16] a value is filled in when a condition becomes true', () => {
  const compiled = compileForm(
    form({
      kind: { type: 'string' },
      name: { type: 'string' },
      fee: {
        type: 'integer',
        'x-set': [
          { when: { cel: "kind == 'student'" }, to: 10 },
          { when: { cel: "kind == 'guest'" }, to: 50 },
        ],
      },
      bill: { type: 'integer', 'x-set': [{ when: { cel: "kind == 'free'" }, to: 0, fixed: true }] },
      receipt: { type: 'string', 'x-set': [{ to: { cel: 'name' } }] },
    }),
  )
  const begin = (answers: object) => createFormEngine(compiled, answers, { permissions: [], fills: true })

  it('once, and the person may change it', () => {
    const engine = begin({})
    engine.set('/kind', 'student')
    expect(engine.value('/fee')).toBe(10)
    engine.set('/fee', 12)
    engine.set('/name', 'Li')
    expect(engine.value('/fee')).toBe(12)
    engine.set('/kind', 'guest')
    expect(engine.value('/fee')).toBe(50)
    expect(begin({ kind: 'student', fee: 3 }).value('/fee')).toBe(3)
  })

  it('for good, where it is fixed: nobody changes it, and the server sets it too', () => {
    const engine = begin({ kind: 'free', bill: 7 })
    expect(engine.set('/bill', 9)).toEqual([])
    expect(engine.state('/bill')?.enabled).toBe(false)
    expect(evaluateForm(compiled, { kind: 'free', bill: 7 }, person).submission).toEqual({ kind: 'free', bill: 0 })
    engine.set('/kind', 'student')
    expect([engine.value('/bill'), engine.state('/bill')?.enabled]).toEqual([7, true])
  })

  it('from an earlier answer until the person answers', () => {
    const engine = begin({})
    engine.set('/name', 'Li')
    expect(engine.value('/receipt')).toBe('Li')
    engine.set('/name', 'Li Hua')
    expect(engine.value('/receipt')).toBe('Li Hua')
    engine.set('/receipt', 'A company')
    engine.set('/name', 'Wang')
    expect(engine.value('/receipt')).toBe('A company')
    // what was sent is as the person left it
    expect(evaluateForm(compiled, { name: 'Li' }, person).submission).toEqual({ name: 'Li' })
  })
})

describe('[FORM-17] options follow another answer', () => {
  const city = (value: string, province: string | string[]) => ({ value, label: value, columns: { province } })
  const compiled = compileForm(
    form(
      {
        province: { type: 'string' },
        city: {
          type: 'string',
          'x-options': [city('gz', 'gd'), city('sz', 'gd'), city('cd', 'sc')],
          'x-optionWhen': { cel: 'option.province == province' },
        },
        days: {
          type: 'array',
          items: { type: 'string' },
          'x-options': [
            { value: 'mon', label: 'Mon' },
            { value: 'tue', label: 'Tue', visibleWhen: { cel: "city == 'gz'" } },
          ],
        },
      },
      ['city'],
    ),
  )

  it('a chosen one that is not offered any more counts as no answer, and is there again with what it belongs to', () => {
    const engine = createFormEngine(compiled, { province: 'gd', city: 'gz', days: ['mon', 'tue'] }, person)
    expect(engine.state('/city')?.hiddenOptions).toEqual(['cd'])
    expect(engine.set('/province', 'sc')).toEqual(['/province', '/city', '/days'])
    expect(engine.state('/city')?.hiddenOptions).toEqual(['gz', 'sz'])
    expect(engine.submission().values).toEqual({ province: 'sc', days: ['mon'] })
    engine.set('/province', 'gd')
    expect(engine.submission().values).toEqual({ province: 'gd', city: 'gz', days: ['mon', 'tue'] })
  })
})
