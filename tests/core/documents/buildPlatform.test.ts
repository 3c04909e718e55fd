import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { DocumentIndex } from '../../../runtime/core/documents/documentIndex.ts'
import { formatFailures } from '../../../runtime/core/documents/formatFailures.ts'
import { createLinked } from '../../../runtime/core/documents/linkDocuments.ts'
import { parseTexts } from '../../../runtime/core/documents/parseTexts.ts'
import { readDocuments } from '../../../runtime/core/documents/readDocuments.ts'
import type { Platform, RawDocument } from '../../../runtime/core/platform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { editDocument } from '../../fixtures/platform/editDocument.ts'
import { fixtureNames, loadFixture } from '../../fixtures/platform/loadFixture.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

function built(raws: RawDocument[], texts: RawDocument[]): Platform {
  const { platform, failures } = buildPlatform(raws, texts, fixtureNames)
  if (platform === undefined) throw new Error(formatFailures(failures))
  return platform
}

describe('a platform', () => {
  it('holds every document by kind and id, and texts by flat key', () => {
    const { raws, texts } = loadFixture()
    const platform = built(raws, texts)
    expect(platform.app.id).toBe('library.site')
    expect(platform.get('entity', 'library.loan').fields.bookId).toMatchObject({ type: 'ref', entity: 'library.book' })
    expect([...platform.documents.call.keys()]).toEqual([...platform.documents.call.keys()].sort())
    expect(platform.texts.en['library.name']).toBe('Small library')
    expect(platform.texts.zh['error.NO_COPY']).toBe('没有可借的书')
  })

  it('says DOCUMENT_UNKNOWN for an id that does not exist', () => {
    const { raws, texts } = loadFixture()
    expect(() => built(raws, texts).get('page', 'library.attic')).toThrow('DOCUMENT_UNKNOWN no page document "library.attic"')
  })

  it('cannot be changed, at any depth', () => {
    const { raws, texts } = loadFixture()
    const platform = built(raws, texts)
    const book = platform.get('entity', 'library.book')
    expect(() => Object.assign(book.fields.title!, { type: 'json' })).toThrow(TypeError)
    expect(() => Object.assign(platform.texts.zh, { x: 'y' })).toThrow(TypeError)
    expect(() => (platform.documents.entity as Map<string, unknown>).set('a', {})).toThrow(TypeError)
    expect(() => (platform.documents.entity as Map<string, unknown>).delete('library.book')).toThrow(TypeError)
    expect(() => (platform.documents.entity as Map<string, unknown>).clear()).toThrow(TypeError)
  })

  it('has a hash that neither the order of files nor white space changes', () => {
    const { raws, texts } = loadFixture()
    const { hash } = built(raws, texts)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(built(raws.toReversed(), texts.toReversed()).hash).toBe(hash)
    expect(
      built(
        raws.map(({ file, text }) => ({ file, text: JSON.stringify(JSON.parse(text), null, 7) })),
        texts,
      ).hash,
    ).toBe(hash)
  })

  it('has another hash when the fields of a form change places', () => {
    const { raws, texts } = loadFixture()
    const form = JSON.parse(raws.find(({ file }) => file.endsWith('request.form.json'))!.text)
    const properties = Object.fromEntries(Object.entries(form.schema.properties).toReversed())
    const turned = editDocument(raws, 'request.form.json', { set: '/schema/properties', to: properties })
    expect(built(turned, texts).hash).not.toBe(built(raws, texts).hash)
  })

  it('has another hash when a document or a text changes', () => {
    const { raws, texts } = loadFixture()
    const { hash } = built(raws, texts)
    expect(built(editDocument(raws, 'plain.skin.json', { set: '/tokens/borderRadius', to: 7 }), texts).hash).not.toBe(hash)
    expect(built(raws, editDocument(texts, 'en/library.json', { set: '/library/name', to: 'Library' })).hash).not.toBe(hash)
  })

  it('takes a stored document in the place of the file with its id', () => {
    const { raws, texts } = loadFixture()
    const stored = editDocument(raws, 'plain.skin.json', { set: '/dark', to: true }).find(({ file }) => file.endsWith('plain.skin.json'))!
    const platform = built([{ ...stored, file: 'document:library.plain.skin@0123' }, ...raws], texts)
    expect(platform.get('skin', 'library.plain').dark).toBe(true)
  })
})

describe('failures', () => {
  it('of all files are told at once, sorted by file and path', () => {
    let { raws, texts } = loadFixture()
    raws = editDocument(raws, 'home.page.json', { set: '/body/1/value/cel', to: 'boks.total' })
    raws = editDocument(raws, 'home.page.json', { set: '/body/0/nod', to: 1 })
    raws = editDocument(raws, 'books.call.json', { remove: '/access' })
    raws = editDocument(raws, 'clerk.role.json', { set: '/permissions/0', to: 'readLoans' })
    raws = editDocument(raws, 'plain.skin.json', { text: '{', to: '' })
    texts = editDocument(texts, 'zh/library.json', { remove: '/library/lent' })
    const { failures } = buildPlatform(raws, texts, fixtureNames)
    expect(failures?.map(({ code, file, path }) => `${code} ${file.slice('schemas/'.length)}#${path}`)).toEqual([
      'ACCESS_MISSING library/books.call.json#/access',
      'PERMISSION_UNKNOWN library/clerk.role.json#/permissions/0',
      'KEY_UNKNOWN library/home.page.json#/body/0/nod',
      'JSON_SYNTAX library/plain.skin.json#',
      'TEXT_MISSING locales/en/library.json#/library/lent',
    ])
  })

  it('[WITH-2] tell what a call gives its handler and also asks for, and what it gives where there is no handler', () => {
    const { raws, texts } = loadFixture()
    const given = editDocument(raws, 'tell.call.json', { set: '/with', to: { id: '1', loud: true } })
    const { failures } = buildPlatform(editDocument(given, 'books.call.json', { set: '/with', to: { loud: true } }), texts, fixtureNames)
    expect(failures?.map(({ code, file, path, found }) => [code, file.slice('schemas/library/'.length), path, found])).toEqual([
      ['VALUE', 'books.call.json', '/with', 'an operation'],
      ['VALUE', 'tell.call.json', '/with/id', 'id'],
    ])
  })

  it('are printed by file, with place, expected, found and how to mend', () => {
    const { raws, texts } = loadFixture()
    const { failures } = buildPlatform(
      editDocument(raws, 'clerk.role.json', { set: '/permissions/0', to: 'readLoans' }),
      texts,
      fixtureNames,
    )
    expect(formatFailures(failures ?? [])).toBe(
      [
        'schemas/library/clerk.role.json',
        '  PERMISSION_UNKNOWN at #/permissions/0',
        '    expected  a permission code of the enum library.permission',
        '    found     "readLoans"',
        '    fix       did you mean "readLoan"?',
        '',
        '1 failure in 1 file',
      ].join('\n'),
    )
    expect(formatFailures([])).toBe('')
  })

  it('name a file that is no document', () => {
    const { raws, texts } = loadFixture()
    const files = ['schemas/library/readme.json', 'schemas/library/a.pag.json', 'schemas/library/.page.json'].map((file) => ({
      file,
      text: '{}',
    }))
    const { failures } = buildPlatform([...raws, ...files], texts, fixtureNames)
    expect(failures?.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'FILE_NAME schemas/library/.page.json',
      'FILE_NAME schemas/library/a.pag.json',
      'FILE_NAME schemas/library/readme.json',
    ])
    expect(failures?.[1]?.suggestion).toBe('did you mean "page"?')
  })

  it('name both sides of a clash: ids, routes, paths, keywords, text keys, app documents', () => {
    const { raws, texts } = loadFixture()
    const copy = (from: string, file: string, change: object): RawDocument => {
      const source = JSON.parse(raws.find((raw) => raw.file.endsWith(from))!.text) as object
      return { file, text: JSON.stringify({ ...source, ...change }) }
    }
    const clashes = [
      copy('denied.page.json', 'schemas/library/other.page.json', { id: 'library.other', routes: ['/books/:other'] }),
      copy('tell.call.json', 'schemas/library/tell2.call.json', {
        id: 'library.tell2',
        path: 'api/library/books/:id',
        method: ['GET', 'POST'],
      }),
      copy('isbn.keyword.json', 'schemas/library/isbn2.keyword.json', { id: 'library.isbn2' }),
      copy('site.app.json', 'schemas/library/site2.app.json', { id: 'library.site2' }),
      copy('plain.skin.json', 'elsewhere/schemas/library/plain.skin.json', {}),
    ]
    const words = { file: 'schemas/locales/zh/more.json', text: JSON.stringify({ library: { name: '图书' } }) }
    const { failures } = buildPlatform([...raws, ...clashes], [...texts, words], fixtureNames)
    expect(failures?.map(({ code, file, path, found }) => [code, file, path, found])).toEqual([
      ['ID_DUPLICATE', 'elsewhere/schemas/library/plain.skin.json', '/id', '"library.plain", also schemas/library/plain.skin.json'],
      ['PATH_DUPLICATE', 'schemas/library/book.call.json', '/path', 'GET api/library/books/:id, also schemas/library/tell2.call.json'],
      ['ROUTE_DUPLICATE', 'schemas/library/detail.page.json', '/routes/0', '/books/:id, also schemas/library/other.page.json'],
      ['KEYWORD_CLASH', 'schemas/library/isbn2.keyword.json', '/keyword', '"isbn", also schemas/library/isbn.keyword.json'],
      ['ROUTE_DUPLICATE', 'schemas/library/other.page.json', '/routes/0', '/books/:other, also schemas/library/detail.page.json'],
      ['APP_COUNT', 'schemas/library/site2.app.json', '', 'also schemas/library/site.app.json'],
      ['PATH_DUPLICATE', 'schemas/library/tell2.call.json', '/path', 'GET api/library/books/:id, also schemas/library/book.call.json'],
      ['ID_DUPLICATE', 'schemas/locales/zh/more.json', '/library/name', '"library.name" also in schemas/locales/zh/library.json'],
    ])
  })

  it('do not multiply: documents that mention a broken one are not blamed', () => {
    const { raws, texts } = loadFixture()
    const { failures } = buildPlatform(editDocument(raws, 'book.entity.json', { text: '{', to: '{{' }), texts, fixtureNames)
    expect(failures).toHaveLength(1)
    expect(failures?.[0]).toMatchObject({ code: 'JSON_SYNTAX', file: 'schemas/library/book.entity.json' })
  })

  it('include a platform without an app document', () => {
    const { failures } = buildPlatform([], [], fixtureNames)
    expect(failures).toMatchObject([{ code: 'APP_COUNT', expected: 'exactly one app document', found: 'none' }])
  })
})

describe('expressions', () => {
  it.each([
    ['the product', ROOT],
    ['the fixture', resolve(ROOT, 'tests/fixtures/platform')],
  ])('of %s are all held against a scope: none is forgotten', (_, root) => {
    const { raws, texts, names } = loadFiles(root)
    const { documents, broken } = readDocuments(raws)
    const linker = createLinked({ index: new DocumentIndex(documents, broken), texts: parseTexts(texts).texts, names, anew: true })
    // what a dataset says is held against the scopes of the calls that count it
    const linked = documents.filter(({ kind }) => kind !== 'dataset')
    const places = linked.flatMap(({ file, marks }) =>
      marks.flatMap(({ mark, path }) => (mark === 'cel' ? [`${file}#${path}/cel`] : mark === 'celText' ? [`${file}#${path}`] : [])),
    )
    expect(places.length).toBeGreaterThan(30)
    expect(places.filter((place) => !linker.checked.has(place))).toEqual([])
  })
})
