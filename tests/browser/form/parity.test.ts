import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormError } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine, type FormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import { randomFilling } from '../../core/form/randomForm.ts'
import fc from '../../harness/fastCheck.ts'
import { type FormWorld, startFormWorld } from './formWorld.ts'

/** Codes of the platform that the person holds, and does not. */
const HELD = 'manageMyCompetition'
const WITHHELD = 'manageCompetitionAdmin'

/** Random forms as documents of the platform: `forms.random0` ..., each with a page, filled with random answers. */
const fillings = fc.sample(randomFilling, { numRuns: 24, seed: 20261121 }).map(({ form: random, answers }, at) => {
  const form = asDocument(random, at)
  return { form, answers: writable(form, JSON.parse(JSON.stringify(answers))) }
})

let world: FormWorld
let folder: string
let tokens: { access_token: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agon-test-forms-'))
  const schemas = join(folder, 'schemas/forms')
  mkdirSync(schemas, { recursive: true })
  for (const { form } of fillings) {
    writeFileSync(join(schemas, `${form.id.slice('forms.'.length)}.form.json`), JSON.stringify(form))
    writeFileSync(join(schemas, `${form.id.slice('forms.'.length)}.page.json`), JSON.stringify(pageOf(form)))
  }
  world = await startFormWorld({ overlays: [folder] })
  tokens = await world.register('13800000031')
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('[FORM-13] what the screen shows is what the server evaluates', () => {
  it('for random forms and answers: visible, required, enabled, computed, and every error', async () => {
    const { page } = await world.open('logic', { tokens })
    await page.route('**/api/forms/submit', (route) => route.fulfill({ json: { code: 0, message: '', data: { stored: true } } }))
    let errorsSeen = 0
    for (const { form, answers } of fillings) {
      const reported = `${JSON.stringify(form.schema)} ${JSON.stringify(answers)}`
      await openFilled(page, form, answers)
      const engine = createFormEngine(compileForm(form), answers, {
        permissions: [HELD],
        context: { open: true },
        now: new Date().toISOString(),
        fills: true,
      })
      const visible = engine.paths().filter((path) => engine.state(path)!.visible)
      const shown = await shownFields(page)
      expect(
        shown.map(({ value: _, ...facts }) => facts),
        reported,
      ).toEqual(visible.map((path) => factsOf(engine, path)))
      for (const { path, value } of shown)
        if (engine.template(path)!.computed) expect(value, `${path} of ${reported}`).toBe(String(engine.value(path) ?? ''))
      const expected = await serverErrors(form, engine.submission().values)
      await expect.poll(() => errorsOnScreen(page), { message: reported }).toEqual(expected)
      errorsSeen += expected.length
    }
    expect(errorsSeen).toBeGreaterThan(fillings.length / 2)
  })
})

function factsOf(engine: FormEngine, path: string): Omit<ShownField, 'value'> {
  const { required, enabled } = engine.state(path)!
  return { path, required, enabled: engine.template(path)!.kind === 'repeat' ? null : enabled }
}

/**
 * The form as a document that the platform lets through: texts in two languages, codes of its own permissions, its context declared.
 * Without its steps: a screen shows one step, and this rule is about all fields at once.
 */
function asDocument({ steps: _, ...form }: FormDocument, at: number): FormDocument {
  const codes = JSON.stringify({ ...form, id: `forms.random${at}`, context: { open: { type: 'boolean' } } })
    .replaceAll('seeMarks', at % 3 === 0 ? WITHHELD : HELD)
    .replaceAll('setMarks', at % 4 === 1 ? WITHHELD : HELD)
  return JSON.parse(codes, (key, value) => {
    if (key === 'x-step') return undefined
    const isText = (key === 'title' || key === 'label') && typeof value === 'string'
    return isText ? { zh: value, en: value } : value
  }) as FormDocument
}

/** Without what the person could never have answered. */
function writable(form: FormDocument, answers: Record<string, unknown>): Record<string, unknown> {
  const isOwn = (name: string) => ['x-readers', 'x-writers'].every((key) => form.schema.properties[name]![key] !== WITHHELD)
  return Object.fromEntries(Object.entries(answers).filter(([name]) => isOwn(name)))
}

function pageOf(form: FormDocument): Record<string, unknown> {
  const label = { zh: '提交', en: 'Submit' }
  const submit = {
    label,
    steps: [
      { call: 'forms.submit', input: { form: form.id, answers: { cel: 'input' } } },
      { toast: 'success', text: { zh: '已收到', en: 'Received' } },
    ],
  }
  const node = { node: 'form', form: form.id, context: { open: true }, draftKey: { cel: `'${form.id}'` }, submit }
  return {
    $schema: '../kinds/page.schema.json',
    id: form.id,
    version: 1,
    title: label,
    routes: [addressOf(form)],
    access: 'public',
    meta: { chrome: 'site' },
    body: [node],
  }
}

function addressOf(form: FormDocument): string {
  return `/forms/${form.id.slice('forms.'.length)}`
}

/** The page's own way to open with answers: a draft left in the browser. The address changes without a reload. */
async function openFilled(page: Page, form: FormDocument, answers: Record<string, unknown>): Promise<void> {
  const draft = { hash: 'earlier', answers, savedAt: new Date(0).toISOString(), revision: 0, owner: null }
  const reply = await fetch(`${world.origin}/api/platform/page/${form.id}`, { headers: authorization() })
  const { data } = (await reply.json()) as { data: { validators: Record<string, string> } }
  await page.evaluate(
    ({ key, draft, address }) => {
      localStorage.setItem(`agon.draft.${key}`, draft)
      document.querySelector('.ag-form')?.classList.add('earlier')
      history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: address, usr: null }, '', address)
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    },
    { key: form.id, draft: JSON.stringify(draft), address: addressOf(form) },
  )
  await page.locator('.ag-form:not(.earlier)').waitFor()
  await page.getByText(/Restored your answers/).waitFor()
  // The form asked for its validator first: when this import is done, it has it.
  await page.evaluate(`import('/validators/${data.validators[form.id]}.js').then(() => undefined)`)
}

function authorization(): { authorization: string } {
  return { authorization: `Bearer ${tokens.access_token}` }
}

interface ShownField {
  path: string
  required: boolean
  enabled: boolean | null
  value: string
}

/** Repeat groups have no value and nothing to disable of their own. */
function shownFields(page: Page): Promise<ShownField[]> {
  return page.locator('.ag-form-field, .ag-form-repeat').evaluateAll((fields) =>
    fields.map((field) => {
      const isRepeat = field.matches('.ag-form-repeat')
      const control = isRepeat ? null : field.querySelector<HTMLInputElement>('input, select')!
      const label = isRepeat ? field.querySelector('legend')! : field
      return {
        path: (control ?? field).id.replace(/^[^-]*/, '').replaceAll('-', '/'),
        required: label.querySelector('.ag-form-field-mark') !== null,
        enabled: control && !control.disabled,
        value: control?.value ?? '',
      }
    }),
  )
}

/** What the browser alone finds: a submit that it lets through is answered here, not by the server. */
async function errorsOnScreen(page: Page): Promise<string[]> {
  const received = page.locator('.ag-toast', { hasText: 'Received' })
  await page.locator('.ag-form button[type=submit]').click()
  await page.locator('.ag-form-summary').or(received).first().waitFor()
  const errors = await page.locator('.ag-form-field-error[id]').evaluateAll((all) =>
    all.map(({ id }) =>
      id
        .replace(/^[^-]*/, '')
        .replace(/-error$/, '')
        .replaceAll('-', '/'),
    ),
  )
  return errors
}

async function serverErrors(form: FormDocument, answers: Record<string, unknown>): Promise<string[]> {
  const reply = await fetch(`${world.origin}/api/forms/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization() },
    body: JSON.stringify({ form: form.id, answers, context: { open: true } }),
  })
  const { details } = (await reply.json()) as { details?: { errors?: FormError[] } }
  return (details?.errors ?? []).map((error) => error.path)
}
