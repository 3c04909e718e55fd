import { describe, expect, it } from 'vitest'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
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
