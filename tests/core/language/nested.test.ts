/** A document is written where it would be named. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import { madeFiles } from '../../../runtime/core/documents/readDocuments.ts'
import type { RawDocument } from '../../../runtime/core/platform.ts'
import { overlayFiles } from '../../../runtime/server/documents/overlayFiles.ts'
import { fixtureNames, loadFixture } from '../../fixtures/platform/loadFixture.ts'

const fixture = loadFixture()
const word = (en: string) => ({ zh: `${en}字`, en })
const raw = (file: string, content: object): RawDocument => ({ file, text: JSON.stringify(content) })
const build = (...documents: RawDocument[]) => buildPlatform([...fixture.raws, ...documents], fixture.texts, fixtureNames)
const failuresOf = (...documents: RawDocument[]) =>
  build(...documents).failures?.map(({ code, file, path, suggestion }) => ({ at: `${code} ${file}#${path}`, suggestion }))
const SHELF = 'schemas/library/shelf.page.json'

const kinds = { title: word('Cover'), type: 'string', values: [{ code: 'soft', label: word('Soft') }] }
const cover = {
  title: word('Cover'),
  schema: { type: 'object', properties: { cover: { type: 'string', 'x-options': { enum: 'library.cover' } } } },
}
const list = {
  title: word('Shelf'),
  source: { call: 'library.loans' },
  columns: [{ field: 'book', title: word('Book') }],
  toolbar: { label: word('Choose'), dialog: 'library.choose', call: 'library.lend', input: { id: '=input.cover' } },
}
/** A page with a table, in its button a dialog, in that a list of choices. */
const nestedEnum = { as: 'cover', ...kinds }
const nestedForm = {
  as: 'choose',
  ...cover,
  schema: { type: 'object', properties: { cover: { type: 'string', 'x-options': { enum: nestedEnum } } } },
}
const nestedTable = { as: 'shelved', ...list, toolbar: { ...list.toolbar, dialog: nestedForm } }
const page = (table: unknown) => ({
  title: word('Shelf'),
  routes: ['/shelf'],
  access: 'manageLoan',
  meta: { chrome: 'main' },
  body: { node: 'table', table },
})

describe('[LANG-80] a table, form, enum or template may be written where it is named', () => {
  it('and is the document that it would be as a file of its own, at any depth', () => {
    const apart = build(
      raw(SHELF, page('library.shelved')),
      raw('schemas/library/shelved.table.json', list),
      raw('schemas/library/choose.form.json', cover),
      raw('schemas/library/cover.enum.json', kinds),
    )
    const nested = build(raw(SHELF, page(nestedTable)))
    expect([nested.failures, apart.failures]).toEqual([undefined, undefined])
    for (const [kind, id] of [
      ['page', 'library.shelf'],
      ['table', 'library.shelved'],
      ['form', 'library.choose'],
      ['enum', 'library.cover'],
    ] as const)
      expect(nested.platform!.get(kind, id)).toEqual(apart.platform!.get(kind, id))
  })

  it('and a mistake in it is told where it is written', () => {
    const wrong = {
      ...nestedTable,
      toolbar: { ...list.toolbar, dialog: { ...nestedForm, schema: { ...nestedForm.schema, propertys: {} } } },
    }
    expect(failuresOf(raw(SHELF, page(wrong)))?.map(({ at }) => at)).toContain(
      `KEY_UNKNOWN ${SHELF}#/body/table/toolbar/dialog/schema/propertys`,
    )
    expect(failuresOf(raw(SHELF, page(list)))).toContainEqual({
      at: `TYPE ${SHELF}#/body/table`,
      suggestion: 'add "as": "<name>" to write the table here',
    })
    expect(failuresOf(raw(SHELF, page({ ...nestedTable, as: 'loans' })))?.map(({ at }) => at)).toContain(
      `ID_DUPLICATE ${SHELF}#/body/table`,
    )
  })

  it('and is replaced by a stored one of its id, also where the page around it is replaced', () => {
    const stored = raw('document:library.shelved.table@1', { ...list, title: word('Mine') })
    const titleOf = (...documents: RawDocument[]) =>
      build(raw(SHELF, page(nestedTable)), ...documents).platform!.get('table', 'library.shelved').title
    expect(titleOf()).toEqual(word('Shelf'))
    expect(titleOf(stored)).toEqual(word('Mine'))
    const around = raw('document:library.shelf.page@1', page('library.shelved'))
    expect(titleOf(around)).toEqual(word('Shelf'))
    expect(titleOf(around, stored)).toEqual(word('Mine'))
    expect(titleOf(raw('document:library.shelf.page@1', page({ ...nestedTable, title: word('New') })))).toEqual(word('New'))
  })

  it('and stays where a file of a later folder takes the place of the page, or is replaced by a file of its own', () => {
    const overlaid = (...above: RawDocument[]) => build(...overlayFiles([raw(SHELF, page(nestedTable))], above)).platform!
    expect(overlaid(raw(SHELF, page('library.shelved'))).get('table', 'library.shelved').title).toEqual(word('Shelf'))
    const own = overlaid(raw('schemas/library/shelved.table.json', { ...list, title: word('Mine') }))
    expect(own.get('table', 'library.shelved').title).toEqual(word('Mine'))
    expect(own.get('page', 'library.shelf').body).toMatchObject([{ table: 'library.shelved' }])
    expect(overlaid(raw(SHELF, page({ ...nestedTable, title: word('New') }))).get('table', 'library.shelved').title).toEqual(word('New'))
  })

  it('and is printed in the shortest form in its place', () => {
    const long = { ...nestedTable, toolbar: [{ ...list.toolbar, dialog: { form: nestedForm } }] }
    const printed = JSON.parse(printDocument('page', page(long)))
    // what follows from the rest is not written
    const { type: _, ...codes } = nestedEnum
    const properties = { cover: { type: 'string', 'x-options': { enum: codes } } }
    expect(printed.body.table).toEqual({ ...nestedTable, toolbar: { ...list.toolbar, dialog: { ...nestedForm, schema: { properties } } } })
  })

  it('and the studio gets each as a file', () => {
    const files = madeFiles(raw(SHELF, page(nestedTable)))
    expect(files.map(({ file }) => file)).toEqual([
      SHELF,
      'schemas/library/cover.enum.json',
      'schemas/library/choose.form.json',
      'schemas/library/shelved.table.json',
    ])
    expect(JSON.parse(files[0]!.text)).toEqual(page('library.shelved'))
  })
})
