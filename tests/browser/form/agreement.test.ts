import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FormError } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { evaluateForm } from '../../../runtime/core/form/evaluateForm.ts'
import fc from '../../harness/fast-check.ts'
import { PROJECT_DIRECTORY } from '../../harness/project-directory.ts'
import { type FormWorld, startFormWorld } from './form-world.ts'

const file = join(PROJECT_DIRECTORY, 'tests/fixtures/forms/schemas/forms/logic.form.json')
const form = JSON.parse(readFileSync(file, 'utf8')) as FormDocument
const compiled = compileForm(form)

const answers = fc.record(
  {
    kind: fc.constantFrom('student', 'teacher'),
    school: fc.constantFrom('Turing', 'A school with a long name'),
    grade: fc.integer({ min: 0, max: 8 }),
    subject: fc.constantFrom('Logic'),
    meals: fc.integer({ min: -1, max: 3 }),
    diet: fc.constantFrom('none'),
    room: fc.constantFrom('single', 'family'),
  },
  { requiredKeys: [] },
)

let world: FormWorld
beforeAll(async () => {
  world = await startFormWorld()
})
afterAll(() => world?.close())
afterEach(() => world.leave())

describe('[FORM-13] what the screen shows is what the server evaluates', () => {
  it('visible, required, enabled, computed and errors agree for random answers', async () => {
    const { page } = await world.open('logic')
    for (const given of fc.sample(answers, { numRuns: 12, seed: 20261121 })) {
      await showDraft(page, given)
      const state = evaluateForm(compiled, given, { permissions: [] })
      const expected = [...state.fields].filter(([, field]) => field.visible)
      expect(await shownFields(page), JSON.stringify(given)).toEqual(
        expected.map(([path, { required, enabled }]) => ({ path, required, enabled })),
      )
      expect(await page.getByLabel('Meal price').inputValue()).toBe(state.values.total === undefined ? '' : String(state.values.total))
      expect(await errorPaths(page), JSON.stringify(given)).toEqual(await serverErrors(state.submission))
    }
  })
})

/** The page's own way to open with answers: a draft left in the browser. */
async function showDraft(page: Page, given: Record<string, unknown>): Promise<void> {
  const draft = { hash: 'earlier', answers: given, savedAt: new Date(0).toISOString(), revision: 0, owner: null }
  await page.evaluate((text) => localStorage.setItem('agon.draft.forms.logic', text), JSON.stringify(draft))
  await page.reload()
  await page.getByText(/are back/).waitFor()
}

function shownFields(page: Page): Promise<{ path: string; required: boolean; enabled: boolean }[]> {
  return page.locator('.ag-form-field').evaluateAll((fields) =>
    fields.map((field) => {
      const control = field.querySelector<HTMLInputElement>('input, select')!
      return {
        path: control.name || control.id.replace(/^.*?-/, '/'),
        required: field.querySelector('.ag-form-field-mark') !== null,
        enabled: !control.disabled,
      }
    }),
  )
}

/** After a submit that the browser refused; an accepted one has no errors. */
async function errorPaths(page: Page): Promise<string[]> {
  await page.locator('.ag-form button[type=submit]').click()
  const refused = page.locator('.ag-form-summary')
  const accepted = page.getByText('Received').first()
  await refused.or(accepted).first().waitFor()
  return page
    .locator('.ag-form-field:has(.ag-form-field-error)')
    .evaluateAll((fields) =>
      fields
        .map((field) => field.querySelector<HTMLInputElement>('input, select')!)
        .map((control) => control.name || control.id.replace(/^.*?-/, '/')),
    )
}

async function serverErrors(submission: Record<string, unknown>): Promise<string[]> {
  const reply = await fetch(`${world.origin}/api/forms/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form: form.id, answers: submission }),
  })
  const { details } = (await reply.json()) as { details?: { errors?: FormError[] } }
  return (details?.errors ?? []).map((error) => error.path)
}
