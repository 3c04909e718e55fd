import { expect, it } from 'vitest'
import { askedNow } from '../../renderer/form/draftable.ts'
import { compileForm } from '../../runtime/core/form/compileForm.ts'

const text = { type: 'string' } as const
const title = { type: 'object', 'x-widget': 'localText', properties: { zh: text, en: text } } as const
const form = compileForm({
  id: 'library.name',
  $schema: '../kinds/form.schema.json',
  version: 1,
  title: 'Name',
  schema: { type: 'object', properties: { title, place: text } },
})

it('[DRAFT-20] a draft that kept a text in two languages as two answers goes on with it as one', () => {
  expect(askedNow(form, { titleZh: '书', titleEn: 'Book', place: 'A' })).toMatchObject({ title: { zh: '书', en: 'Book' }, place: 'A' })
  expect(askedNow(form, { title: { zh: '书' } })).toEqual({ title: { zh: '书' } })
})
