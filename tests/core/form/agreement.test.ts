import { describe, expect, it } from 'vitest'
import { acceptAnswers } from '../../../runtime/core/form/acceptAnswers.ts'
import { checkEngine } from '../../../runtime/core/form/checkForm.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine, type FieldState } from '../../../runtime/core/form/createFormEngine.ts'
import { evaluateForm } from '../../../runtime/core/form/evaluateForm.ts'
import { pruneForm } from '../../../runtime/core/form/pruneForm.ts'
import { MAX_ERRORS } from '../../../runtime/core/validation/FieldError.ts'
import { createValidator, installValidatorRuntime, type Validate } from '../../../runtime/core/validation/index.ts'
import fc from '../../harness/fastCheck.ts'
import { Naive } from './naiveState.ts'
import { type Filling, randomFilling } from './randomForm.ts'

const validator = createValidator({ keywords: [] })

function filled({ form, answers, changes, permissions, context, now }: Filling) {
  const compiled = compileForm(form)
  const engine = createFormEngine(compiled, answers, { permissions, context, now, fills: true })
  for (const { path, value } of changes) engine.set(path, value)
  return { compiled, engine }
}

describe('[FORM-10] however a form was filled, its state is that of its answers', () => {
  it('the incremental engine equals one full evaluation', () => {
    fc.assert(
      fc.property(randomFilling, (filling) => {
        const { compiled, engine } = filled(filling)
        const whole = evaluateForm(compiled, engine.values(), filling)
        expect(states(engine.paths(), (path) => engine.state(path)!)).toEqual(
          states([...whole.fields.keys()], (path) => whole.fields.get(path)!),
        )
        expect(engine.values()).toEqual(whole.values)
        expect(engine.submission()).toEqual({ values: whole.submission, dropped: whole.dropped })
      }),
      { numRuns: 200 },
    )
  })

  it('time that passes leaves it as if it had been filled then', () => {
    fc.assert(
      fc.property(randomFilling, randomFilling, (filling, { now }) => {
        const { compiled, engine } = filled(filling)
        engine.setNow(now)
        const whole = evaluateForm(compiled, engine.values(), { ...filling, now })
        expect(states(engine.paths(), (path) => engine.state(path)!)).toEqual(
          states([...whole.fields.keys()], (path) => whole.fields.get(path)!),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('every change names exactly the fields that changed', () => {
    fc.assert(
      fc.property(randomFilling, (filling) => {
        const { engine } = filled({ ...filling, changes: [] })
        for (const { path, value } of filling.changes) {
          const before = snapshot(engine)
          const named = new Set(engine.set(path, value))
          const after = snapshot(engine)
          for (const at of new Set([...before.keys(), ...after.keys()])) {
            if (JSON.stringify(before.get(at)) !== JSON.stringify(after.get(at))) expect(named, `${at} after ${path}`).toContain(at)
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('[FORM-11] visible, enabled and required are what the rules say', () => {
  it('agrees with the rules read one by one', () => {
    fc.assert(
      fc.property(randomFilling, (filling) => {
        const { engine } = filled(filling)
        const naive = Naive.of(filling.form, engine.values(), filling)
        const { properties, required = [] } = filling.form.schema
        const ask = (part: Naive, base: string, asked: readonly string[], open: { visible: boolean; writable: boolean }) => {
          for (const name of part.names()) {
            const path = `${base}/${name}`
            expect(engine.state(path), path).toMatchObject({
              visible: part.visible(name, open.visible),
              enabled: part.enabled(name, open.visible, open.writable),
              required: part.required(name, asked, open.visible, open.writable),
            })
            if (base !== '') continue
            const state = engine.state(path)!
            for (const [at, row] of part.rows(name).entries()) ask(row, `${path}/${at}`, properties[name]!.items?.required ?? [], state)
          }
        }
        ask(naive, '', required, { visible: true, writable: true })
      }),
      { numRuns: 200 },
    )
  })
})

describe('[MEMBERS-7] a hundred thousand wrong members', () => {
  const rows = {
    type: 'array',
    title: 'Rows',
    maxItems: 10,
    items: { type: 'object', properties: { a: { type: 'string', title: 'A', maxLength: 3 } } },
  }
  const compiled = compileForm({ id: 'a.b', version: 1, title: 'Form', schema: { type: 'object', properties: { rows } } } as never)
  const accepted = (answers: unknown) =>
    acceptAnswers(
      compiled,
      answers,
      { permissions: [], now: '2026-05-01T00:00:00.000Z' },
      { validate: validator.compile(compiled.validatorSchema) },
    )
  const reported = (answers: unknown) => accepted(answers).errors.map(({ path, rule }) => `${path} ${rule}`)
  const many = (count: number) => Array.from({ length: count }, () => ({ a: 'long' }))
  it('unknown names: a hundred are told', () => {
    const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 0]))
    expect(accepted(names).errors).toHaveLength(MAX_ERRORS)
  })
  it('rows far beyond the limit are told, and nothing is made of them', () => {
    expect(reported({ rows: many(100_000) })).toEqual(['/rows maxItems'])
    expect(accepted({ rows: many(100_000) }).errors[0]?.message).toEqual({ key: 'validation.maxItems', values: { limit: 10 } })
    expect(reported({ rows: many(11) })).toContain('/rows/0/a maxLength')
  })
})

describe('[FORM-12] browser and server agree', () => {
  it('on the errors of what the browser sends, with the form pruned there and the validator precompiled', async () => {
    installValidatorRuntime()
    await fc.assert(
      fc.asyncProperty(randomFilling, async (filling) => {
        const { form, permissions, context, now } = filling
        const environment = { permissions, context, now }
        const pruned = compileForm(pruneForm(form, permissions))
        const browser = createFormEngine(pruned, filling.answers, { ...environment, fills: true })
        for (const { path, value } of filling.changes) browser.set(path, value)
        const sent = JSON.parse(JSON.stringify(browser.submission().values))
        const inBrowser = checkEngine(browser, browser.submission().values, await precompiled(pruned.validatorSchema))

        const compiled = compileForm(form)
        const validate = validator.compile(compiled.validatorSchema)
        const onServer = acceptAnswers(compiled, sent, environment, { validate, previous: filling.answers })
        expect(onServer.errors).toEqual(inBrowser)
        if (inBrowser.length === 0 && permissions.length === 2) expect(onServer.values).toEqual(sent)
        expect(onServer.errors.map(({ rule }) => rule)).not.toContain('hiddenValue')
        expect(onServer.errors.map(({ rule }) => rule)).not.toContain('forbiddenValue')
      }),
      { numRuns: 60 },
    )
  })

  it('on what is stored: sending it again changes nothing', () => {
    fc.assert(
      fc.property(randomFilling, (filling) => {
        const { compiled, engine } = filled({ ...filling, permissions: ['seeMarks', 'setMarks'] })
        const options = { validate: validator.compile(compiled.validatorSchema) }
        const environment = { permissions: ['seeMarks', 'setMarks'], context: filling.context, now: filling.now }
        const first = acceptAnswers(compiled, engine.submission().values, environment, options)
        if (first.errors.length > 0) return
        expect(acceptAnswers(compiled, first.values, environment, options)).toEqual(first)
      }),
      { numRuns: 200 },
    )
  })
})

function states(paths: readonly string[], state: (path: string) => FieldState): Record<string, FieldState> {
  return Object.fromEntries(paths.map((path) => [path, state(path)]))
}

function snapshot(engine: ReturnType<typeof createFormEngine>): Map<string, unknown> {
  return new Map(
    engine
      .paths()
      .map((path) => [path, { state: engine.state(path), value: engine.template(path)!.kind === 'value' ? engine.value(path) : null }]),
  )
}

async function precompiled(schema: Record<string, unknown>): Promise<Validate> {
  const { source } = validator.standaloneModule(schema)
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)
  return module.default
}
