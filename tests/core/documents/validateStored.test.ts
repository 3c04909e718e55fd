import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { validateStored } from '../../../runtime/core/documents/validateStored.ts'
import type { DocumentFailure, Platform, RawDocument } from '../../../runtime/core/platform.ts'
import { type Edit, editDocument } from '../../fixtures/platform/editDocument.ts'
import { fixtureNames, loadFixture } from '../../fixtures/platform/loadFixture.ts'

const { raws, texts } = loadFixture()
const platform = buildPlatform(raws, texts, fixtureNames).platform as Platform

/** The shipped document, edited, as a stored one. */
function stored(name: string, edit?: Edit) {
  const file = `${name}.json`
  const raw = (edit ? editDocument(raws, file, edit) : raws).find((other) => other.file.endsWith(`/${file}`))!
  return { file: `document:library.${name}@0123456789`, text: raw.text }
}

/** Forms belong to one object; everything else takes part in the platform. */
function judge(raw: RawDocument): DocumentFailure[] {
  if (raw.file.includes('.form@')) return validateStored(platform, raw, fixtureNames)
  return buildPlatform([...raws, raw], texts, fixtureNames).failures ?? []
}

describe('a stored document', () => {
  it.each(['request.form', 'home.page', 'plain.skin', 'header.menu'])('that is a shipped %s unchanged may be published', (name) => {
    expect(judge(stored(name))).toEqual([])
  })

  it('that nobody shipped may be published', () => {
    const form = { ...JSON.parse(stored('note.form').text), id: 'library.survey7' }
    expect(validateStored(platform, { file: 'document:library.survey7.form@1', text: JSON.stringify(form) }, fixtureNames)).toEqual([])
  })

  it.each<[string, Edit, string, string]>([
    ['request.form', { set: '/schema/properties/way/x-widget', to: 'sellect' }, 'NAME_UNKNOWN', '/schema/properties/way/x-widget'],
    [
      'request.form',
      { set: '/schema/properties/street/x-visibleWhen/cel', to: 'wya == 1' },
      'CEL_UNKNOWN',
      '/schema/properties/street/x-visibleWhen/cel',
    ],
    ['request.form', { set: '/schema/properties/isbn/isbn', to: 3 }, 'KEYWORD_VALUE', '/schema/properties/isbn/isbn'],
    ['home.page', { set: '/sources/books/call', to: 'library.bks' }, 'REFERENCE_UNKNOWN', '/sources/books/call'],
    [
      'home.page',
      { set: '/body/1/filters', to: { table: 'library.loans', values: { stat: 1 } } },
      'REFERENCE_UNKNOWN',
      '/body/1/filters/values/stat',
    ],
    ['home.page', { set: '/routes/0', to: '/desk' }, 'ROUTE_DUPLICATE', '/routes/0'],
    ['home.page', { set: '/version', to: 4 }, 'VERSION_UNKNOWN', '/version'],
    ['plain.skin', { set: '/id', to: 'library.other' }, 'ID_MISMATCH', '/id'],
    ['plain.skin', { text: '{', to: '' }, 'JSON_SYNTAX', ''],
  ])('as %s with %j is refused with %s', (name, edit, code, path) => {
    const failures = judge(stored(name, edit))
    const own = failures.filter(({ file }) => file.startsWith('document:'))
    expect(own).toMatchObject([{ code, path }])
  })

  it('that would break a shipped one is refused, with the place that would break', () => {
    const failures = judge(stored('state.enum', { remove: '/values/2' }))
    expect(failures).toMatchObject([{ code: 'CODE_UNKNOWN', file: 'schemas/library/lending.flow.json', path: '/transitions/1/to' }])
  })
})
