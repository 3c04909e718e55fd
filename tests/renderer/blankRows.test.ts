/** Rows that were added and never filled in. */
import { expect, it } from 'vitest'
import { checkFilled } from '../../renderer/form/checkFilled.ts'
import type { FormSession } from '../../renderer/form/FormSession.ts'
import { newRow } from '../../renderer/form/initialAnswers.ts'
import { compileForm } from '../../runtime/core/form/compileForm.ts'
import { createFormEngine } from '../../runtime/core/form/createFormEngine.ts'

const text = { type: 'string' } as const
const title = { type: 'object', 'x-widget': 'localText', properties: { zh: text, en: text } } as const
const items = { type: 'object', required: ['title'], properties: { title, count: { type: 'integer', default: 1 } } } as const
const form = (more: object = {}) =>
  compileForm({
    id: 'library.shelves',
    $schema: '../kinds/form.schema.json',
    version: 1,
    title: 'Shelves',
    schema: { type: 'object', properties: { shelves: { type: 'array', 'x-widget': 'repeat', items, ...more } } },
  } as never)
const left = (more: object, shelves: object[]) => {
  const compiled = form(more)
  const answers = { shelves: [...shelves, newRow(compiled.root.children[0]!)] }
  const engine = createFormEngine(compiled, answers, { permissions: [], now: '2026-11-28T00:00:00.000Z' })
  const write: FormSession['write'] = (path, value) => void engine.set(path, value)
  checkFilled({ compiled, engine, write, check: () => [] } as unknown as FormSession)
  return engine.rowCount('/shelves')
}

it('[BLANK-10] are left out when the form is sent; rows with something in them stay, and as many as the form asks for', () => {
  expect(left({}, [{ title: { zh: '甲' }, count: 1 }])).toBe(1)
  expect(left({}, [{ title: { zh: '  ' }, count: 1 }])).toBe(0)
  expect(left({}, [{ count: 2 }])).toBe(1)
  expect(left({ minItems: 2 }, [{ title: { zh: '甲' }, count: 1 }])).toBe(2)
  expect(left({ 'x-props': { fixed: true } }, [])).toBe(1)
})
