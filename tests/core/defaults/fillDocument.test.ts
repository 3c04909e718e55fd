import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { Platform, RawDocument } from '../../../runtime/core/platform.ts'
import { editDocument } from '../../fixtures/platform/editDocument.ts'
import { loadFixture, fixtureNames as ownNames } from '../../fixtures/platform/loadFixture.ts'

const word = (en: string) => ({ zh: `${en}字`, en })
const TITLE = word('Title')
const FIELDS = {
  title: { type: 'string', title: TITLE, required: true, maxLength: 100 },
  genre: { type: 'enum', title: word('Genre'), enum: 'library.genre', default: 'novel' },
  copies: { type: 'integer', title: word('Copies'), required: true, min: 1, max: 99 },
  lent: { type: 'integer', required: true, default: 0 },
  facts: { type: 'json' },
  shelfKey: { type: 'secret' },
  isFree: { type: 'boolean', computed: { cel: 'row.lent < row.copies' } },
}
const table = { title: word('Books'), source: { call: 'library.books' }, columns: ['title', 'genre', 'isFree'] }
const form = { title: word('Book'), entity: 'library.book', schema: { type: 'object', properties: { title: {}, copies: {} } } }

const raw = (file: string, content: object): RawDocument => ({ file, text: JSON.stringify(content) })
const { raws, texts } = loadFixture()
const ofKernel = (lang: string) => raw(`schemas/locales/${lang}/kernel.json`, { kernel: { table: { export: 'Export' } } })
const fixture = { raws, texts: [...texts, ofKernel('zh'), ofKernel('en')] }
const fixtureNames = {
  ...ownNames,
  widgets: new Set([...ownNames.widgets, 'localText', 'textarea']),
  icons: new Set([...ownNames.icons, 'download']),
}

function build(...documents: RawDocument[]) {
  const raws = editDocument(fixture.raws, 'library/book.entity.json', { set: '/fields', to: FIELDS })
  return buildPlatform([...raws, ...documents], fixture.texts, fixtureNames)
}

function built(...documents: RawDocument[]): Platform {
  const { platform, failures } = build(...documents)
  expect(failures).toBeUndefined()
  return platform!
}

function refused(...documents: RawDocument[]) {
  const { failures } = build(...documents)
  return failures?.map(({ code, file, path }) => ({ code, file, path }))
}

describe('[LANG-30] a table', () => {
  it('shows a field by the title, format and enum that the entity gives it, also behind a ref', () => {
    const file = 'schemas/library/shelf.table.json'
    const isFree = { field: 'isFree', title: word('Free') }
    const { columns } = built(raw(file, { ...table, columns: ['title', 'genre', isFree] })).get('table', 'library.shelf')
    expect(columns).toEqual([
      { field: 'title', title: TITLE },
      { field: 'genre', title: word('Genre'), format: 'enum', enum: 'library.genre' },
      { field: 'isFree', title: word('Free'), format: 'boolean' },
    ])
  })

  it('keeps what its columns say themselves', () => {
    const own = [{ field: 'genre', title: word('Sort'), format: 'text' }]
    expect(built(raw('schemas/library/shelf.table.json', { ...table, columns: own })).get('table', 'library.shelf').columns).toEqual(own)
  })

  it('filters by a field as the entity has it', () => {
    const { filters } = built(raw('schemas/library/shelf.table.json', { ...table, columns: ['title'], filters: ['genre'] })).get(
      'table',
      'library.shelf',
    )
    expect(filters).toEqual({ genre: { type: 'string', title: word('Genre'), 'x-options': { enum: 'library.genre' } } })
  })

  it('is refused where nothing gives a title, or a filter nothing to ask for', () => {
    const file = 'schemas/library/shelf.table.json'
    expect(refused(raw(file, table))).toEqual([{ code: 'KEY_MISSING', file, path: '/columns/2' }])
    expect(refused(raw(file, { ...table, columns: ['title'], filters: ['ids'] }))).toEqual([
      { code: 'KEY_MISSING', file, path: '/filters/0' },
    ])
  })
})

describe('[LANG-33] an action of a table that writes rows of its entity', () => {
  const own = { label: word('Lend'), call: 'library.drop', input: { id: '=row.id' } }
  const steps = (action: object) => {
    const file = 'schemas/library/shelf.table.json'
    const { rowActions } = built(raw(file, { ...table, columns: ['title'], rowActions: action })).get('table', 'library.shelf')
    return (rowActions![0] as { steps: object[] }).steps.slice(1)
  }

  it('asks the table again', () => expect(steps({ ...own, done: word('Gone') }).at(-1)).toEqual({ refresh: ['library.shelf'] }))

  it('does what it says itself, or leads on', () => {
    expect(steps({ ...own, refresh: 'all' })).toEqual([{ refresh: 'all' }])
    expect(steps({ ...own, refresh: [] })).toEqual([{ refresh: [] }])
    expect(steps({ ...own, to: '/' })).toEqual([{ navigate: '/' }])
  })

  it('asks again the table in which it stands, where another table lends it', () => {
    const lender = raw('schemas/library/shelf.table.json', {
      ...table,
      columns: ['title'],
      rowActions: { ...own, refresh: ['library.shelf', 'other'] },
    })
    const taker = raw('schemas/library/rack.table.json', { ...table, '...library.shelf': ['columns', 'rowActions'] })
    const platform = built(lender, taker)
    const last = (id: string) => (platform.get('table', id).rowActions![0] as { steps: object[] }).steps.at(-1)
    expect(last('library.rack')).toEqual({ refresh: ['library.rack', 'other'] })
    expect(last('library.shelf')).toEqual({ refresh: ['library.shelf', 'other'] })
  })

  it('asks nothing again after what only reads, or writes something else', () => {
    expect(steps({ ...own, call: 'library.book' })).toEqual([])
    expect(steps({ ...own, call: 'library.lend' })).toEqual([])
  })
})

describe('[LANG-34] facts of a screen', () => {
  const page = (fields: object[] | string[]) => ({
    ...{ title: word('Book'), routes: ['/shelf/:id'], access: 'public', meta: { chrome: 'main' } },
    sources: { book: { call: 'library.book', params: { id: '=route.id' } } },
    body: { node: 'section', children: { node: 'detail', of: '=book', fields } },
  })
  const file = 'schemas/library/shelf.page.json'

  it('are called and shown as the entity says, unless they say so themselves', () => {
    const own = { label: word('Sort'), value: '=row.genre' }
    const { body } = built(raw(file, page(['title', 'genre', own] as string[]))).get('page', 'library.shelf')
    expect(body[0]).toMatchObject({
      children: [
        {
          fields: [
            { label: TITLE, value: { cel: 'row.title' } },
            { label: word('Genre'), format: 'enum', enum: 'library.genre', value: { cel: 'row.genre' } },
            { label: word('Sort'), value: { cel: 'row.genre' } },
          ],
        },
      ],
    })
  })

  it('without a label that no field gives are refused', () => {
    const computed = [{ value: '=row.title + row.genre' }]
    expect(refused(raw(file, page(computed)))).toEqual([{ code: 'KEY_MISSING', file, path: '/body/children/fields/0' }])
  })
})

describe('[LANG-31] a form of an entity', () => {
  it('asks for its fields within their limits, and requires what it requires', () => {
    const { schema, ...rest } = built(raw('schemas/library/new.form.json', form)).get('form', 'library.new')
    expect(schema).toEqual({
      type: 'object',
      required: ['title', 'copies'],
      properties: {
        title: { type: 'string', title: TITLE, maxLength: 100 },
        copies: { type: 'integer', title: word('Copies'), minimum: 1, maximum: 99 },
      },
    })
    expect(rest).not.toHaveProperty('entity')
  })

  it('says itself what is different', () => {
    const own = { title: { maxLength: 20 }, note: { type: 'string', title: word('Note') } }
    const file = 'schemas/library/new.form.json'
    const { schema } = built(raw(file, { ...form, schema: { type: 'object', required: ['note'], properties: own } })).get(
      'form',
      'library.new',
    )
    expect(schema).toEqual({
      type: 'object',
      required: ['note'],
      properties: { title: { type: 'string', title: TITLE, maxLength: 20 }, note: own.note },
    })
  })

  it('is refused with a field that the entity has not, or that no control fits', () => {
    const file = 'schemas/library/new.form.json'
    const asking = (name: string) => raw(file, { ...form, schema: { type: 'object', properties: { [name]: {} } } })
    expect(refused(asking('titel'))).toEqual([{ code: 'FIELD_UNKNOWN', file, path: '/schema/properties/titel' }])
    expect(refused(asking('facts'))).toEqual([{ code: 'FIELD_TYPE', file, path: '/schema/properties/facts' }])
    expect(refused(raw(file, { ...form, entity: 'library.bok' }))).toEqual([{ code: 'REFERENCE_UNKNOWN', file, path: '/entity' }])
  })
})

describe('[LANG-35] a question for a text in two languages', () => {
  const ask = (field: object, required: string[] = []) => {
    const asked = { ...form, entity: undefined, schema: { type: 'object', required, properties: { name: field } } }
    return built(raw('schemas/library/name.form.json', asked)).get('form', 'library.name').schema.properties!.name
  }
  const question = { title: TITLE, 'x-widget': 'localText', maxLength: 50 }
  const [zh, en] = [
    { type: 'string', title: { zh: 'Title字（中文）', en: 'Title (Chinese)' }, 'x-widget': 'text', 'x-span': 6, maxLength: 50 },
    { type: 'string', title: { zh: 'Title字（英文）', en: 'Title (English)' }, 'x-widget': 'text', 'x-span': 6, maxLength: 50 },
  ]

  it('is two fields with its limits, and its answer is the text', () =>
    expect(ask(question)).toEqual({ type: 'object', title: TITLE, 'x-widget': 'localText', properties: { zh, en } }))

  it('that must be answered must be in Chinese; what it asks at least, it asks of Chinese', () =>
    expect(ask({ ...question, minLength: 2 }, ['name'])).toMatchObject({
      required: ['zh'],
      properties: { zh: { ...zh, minLength: 2 }, en },
    }))

  it('says by `x-text` how its texts are written, and by `properties` what is different for one language', () => {
    const own = { ...question, 'x-text': 'textarea', properties: { en: { maxLength: 90 } } }
    expect(ask(own)).toMatchObject({ properties: { zh: { 'x-widget': 'textarea', maxLength: 50 }, en: { maxLength: 90 } } })
  })

  it('follows from a field of the entity', () => {
    const fields = { name: { type: 'localText', title: TITLE, required: true, maxLength: 50 } }
    const raws = editDocument(fixture.raws, 'library/book.entity.json', { set: '/fields', to: { ...FIELDS, ...fields } })
    const asked = { ...form, schema: { type: 'object', properties: { name: {} } } }
    const { platform } = buildPlatform([...raws, raw('schemas/library/name.form.json', asked)], fixture.texts, fixtureNames)
    expect(platform!.get('form', 'library.name').schema).toMatchObject({
      required: ['name'],
      properties: { name: ask(question, ['name']) },
    })
  })
})

describe('[LANG-32] members of another document of the same kind', () => {
  const lender = raw('schemas/library/lender.call.json', {
    title: word('Lend'),
    path: 'POST api/library/lender',
    access: 'signedIn',
    input: { id: 'id', note: 'string ..40', 'copies?': 'integer 1..9' },
    get: 'library.book',
    by: { id: '=input.id' },
    output: ['id'],
    log: false,
    onlyReads: true,
  })
  const borrower = {
    title: word('Borrow'),
    path: 'POST api/library/borrower',
    access: 'signedIn',
    input: { '...library.lender': ['id', 'copies'], other: 'boolean' },
    get: 'library.book',
    by: { id: '=input.id' },
    output: ['id'],
    log: false,
    onlyReads: true,
  }
  const file = 'schemas/library/borrower.call.json'

  it('are taken by their names, in their place, with what is required', () => {
    expect(built(lender, raw(file, borrower)).get('call', 'library.borrower').input).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['other', 'id'],
      properties: {
        id: { type: 'string', pattern: '^[0-9]{1,18}$' },
        copies: { type: 'integer', minimum: 1, maximum: 9 },
        other: { type: 'boolean' },
      },
    })
  })

  it('are all taken at once, with what the shape says beside them', () => {
    const output = (id: string, shape: object) =>
      raw(`schemas/library/${id}.call.json`, {
        ...{ title: word('Show'), path: `GET api/library/${id}`, access: 'public', handler: 'library.tell', output: shape, log: false },
      })
    const shown = {
      type: 'object',
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
    }
    const platform = built(
      output('shown', shown),
      output('same', { '...library.shown': 'all' }),
      output('list', { 'list[]': { '...library.shown': ['a'] } }),
    )
    expect(platform.get('call', 'library.same').output).toEqual(shown)
    expect(platform.get('call', 'library.list').output).toMatchObject({
      properties: { list: { items: { properties: { a: { type: 'string' } } } } },
    })
  })

  it('may be keys of the whole document, but never who may do what', () => {
    const { input: _, output: __, ...bare } = borrower
    const like = (...keys: string[]) => raw(file, { ...bare, '...library.lender': keys })
    const platform = built(lender, like('input', 'output'))
    const { input, output } = platform.get('call', 'library.lender')
    expect(platform.get('call', 'library.borrower')).toMatchObject({ input, output })
    expect(refused(lender, like('input', 'output', 'access'))).toEqual([{ code: 'VALUE', file, path: '/...library.lender/2' }])
  })

  it('are changed by a member of the name that says no type', () => {
    const notes = { title: word('Notes'), schema: { type: 'object', properties: { '...library.note': ['note'], note: { maxLength: 9 } } } }
    const { note } = built(raw('schemas/library/notes.form.json', notes)).get('form', 'library.notes').schema.properties
    expect(note).toEqual({ type: 'string', title: { zh: '备注', en: 'Note' }, 'x-widget': 'text', maxLength: 9 })
  })

  it('come from the built-in document also when a stored one replaces it', () => {
    const stored = { ...fixture.raws.find((one) => one.file.endsWith('library/note.form.json'))! }
    const content = JSON.parse(stored.text)
    content.schema.properties.note.title = word('Remark')
    const notes = { title: word('Notes'), schema: { type: 'object', properties: { '...library.note': ['note'] } } }
    const platform = built(raw('document:library.note.form@abc', content), raw('schemas/library/notes.form.json', notes))
    expect(platform.get('form', 'library.note').schema.properties.note).toMatchObject({ title: word('Remark') })
    expect(platform.get('form', 'library.notes').schema.properties.note).toMatchObject({ title: { zh: '备注', en: 'Note' } })
  })

  it('that do not exist are told with the place where they are named', () => {
    const asking = (input: object) => raw(file, { ...borrower, input: { id: 'id', ...input } })
    expect(refused(lender, asking({ '...library.lender': ['copy'] }))).toEqual([
      { code: 'REFERENCE_UNKNOWN', file, path: '/input/...library.lender/0' },
    ])
    expect(refused(asking({ '...library.lender': ['copies'] }))).toEqual([
      { code: 'REFERENCE_UNKNOWN', file, path: '/input/...library.lender' },
    ])
  })

  it('that two documents take from each other are refused', () => {
    const one = (id: string, from: string) =>
      raw(`schemas/library/${id}.form.json`, {
        title: word('Notes'),
        schema: { type: 'object', properties: { [`...library.${from}`]: ['text'] } },
      })
    expect(refused(one('first', 'second'), one('second', 'first'))?.map(({ code }) => code)).toContain('REFERENCE_UNKNOWN')
  })

  it('follow the document that lends them, when it changes', () => {
    const of = (max: number) => {
      const changed = JSON.parse(lender.text)
      changed.input['copies?'] = `integer 1..${max}`
      return raw(lender.file, changed)
    }
    const taking = raw(file, borrower)
    const max = (platform: Platform) =>
      (platform.get('call', 'library.borrower').input as { properties: { copies: object } }).properties.copies
    expect(max(built(of(9), taking))).toMatchObject({ maximum: 9 })
    expect(max(built(of(5), taking))).toMatchObject({ maximum: 5 })
  })
})

describe('[LANG-64] an export above a table', () => {
  const file = raw('schemas/library/exportBooks.call.json', {
    title: TITLE,
    path: 'POST api/library/books/export',
    access: { permission: 'keepShelf', everywhere: true },
    input: { 'shelf?': 'string', 'reason?': 'text ..100' },
    export: 'library.book',
    filter: ['genre'],
    search: ['title'],
    sort: { fields: ['title'], default: ['title'] },
    file: { fileName: word('Books'), columns: [{ field: 'title', title: TITLE }], reveal: { reason: 'reason', permission: 'manageLoan' } },
    output: ['title'],
    log: 'library.book',
  })
  const shelf = (more: object) =>
    raw('schemas/library/shelf.table.json', { ...table, columns: ['title'], search: SEARCH, filters: FILTERS, ...more })
  const FILTERS = { genre: {}, ids: { type: 'string', title: TITLE } }
  const SEARCH = { parameter: 'search', placeholder: TITLE }
  const param = (name: string) => ({ cel: `params.${name}` })
  const asked = { search: param('search'), sort: param('sort'), genre: param('genre') }
  const toolbar = (more: object) => built(file, shelf(more)).get('table', 'library.shelf').toolbar

  it('gets what the table asks with, as far as its call takes it', () => {
    expect(toolbar({ export: 'library.exportBooks' })).toEqual([
      { label: '@kernel.table.export', icon: 'download', steps: [{ download: 'library.exportBooks', input: asked }] },
    ])
  })

  it('may have words and an input of its own, and stands behind the other buttons', () => {
    const own = { call: 'library.exportBooks', label: TITLE, input: { shelf: '=query.shelf' } }
    const found = toolbar({ export: own, toolbar: { label: TITLE, to: '/' } })
    expect(found).toHaveLength(2)
    expect(found?.[1]).toMatchObject({ label: TITLE, steps: [{ input: { ...asked, shelf: { cel: 'query.shelf' } } }] })
  })

  it('asks for a reason as the app says, and so does a call of kind reveal', () => {
    const of = (input: string) => ({ dialog: { form: 'library.note' }, input: { reason: `=${input}` } })
    const reveal = { row: of('input.note'), rows: of("input.note + ' '") }
    const action = { label: TITLE, call: 'library.showCard', input: { id: '=row.id' } }
    const raws = editDocument(fixture.raws, 'library/book.entity.json', { set: '/fields', to: FIELDS })
    const site = raws.find((one) => one.file.endsWith('site.app.json'))!
    const { $schema: _, id: __, version: ___, ...content } = JSON.parse(site.text)
    const app = raw(site.file, { ...content, version: 1, $schema: '../kinds/app.schema.json', id: 'library.site', reveal: long(reveal) })
    const documents = [...raws.filter((one) => one !== site), app, file, shelf({ export: 'library.exportBooks', rowActions: action })]
    const { platform, failures } = buildPlatform(documents, fixture.texts, fixtureNames)
    expect(failures).toBeUndefined()
    const { toolbar: above, rowActions } = platform!.get('table', 'library.shelf')
    const dialog = { form: 'library.note', title: TITLE }
    expect(above).toMatchObject([
      { dialog: { ...dialog, title: '@kernel.table.export' }, steps: [{ input: { reason: { cel: "input.note + ' '" } } }] },
    ])
    expect(rowActions).toMatchObject([{ dialog, steps: [{ input: { id: { cel: 'row.id' }, reason: { cel: 'input.note' } } }] }])
  })

  it('is refused at its own place', () => {
    expect(refused(shelf({ export: 'library.books' }))).toEqual([
      { code: 'CALL_FILE', file: 'schemas/library/shelf.table.json', path: '/export' },
    ])
  })

  const long = (value: object) => JSON.parse(JSON.stringify(value).replaceAll(/"=([^"]*)"/g, '{"cel":"$1"}'))
})

describe('[LANG-60] an address by page', () => {
  const page = (more: object) =>
    raw('schemas/library/counter.page.json', { title: TITLE, routes: ['/counter', '/counter/:id/of/:part'], access: 'public', ...more })
  const to = (address: object) => page({ body: { node: 'action', action: { label: TITLE, to: address } } })
  const navigate = (document: RawDocument) =>
    (built(document).get('page', 'library.counter').body as { action: { steps: { navigate: unknown }[] } }[])[0]?.action.steps[0]?.navigate

  it('becomes the route of the page, the first or the chosen one', () => {
    expect(navigate(to({ page: 'library.counter', with: { tab: '=query.tab' } }))).toEqual({
      cel: "address('/counter', {'tab': query.tab})",
    })
    const chosen = { page: 'library.counter', route: '/counter/:id/of/:part', with: { id: '=path', part: 'a' } }
    expect(navigate(to(chosen))).toEqual({ cel: "address('/counter/:id/of/:part', {'id': path, 'part': 'a'}, '/counter/:id/of/:part')" })
  })

  it.each([
    [{ page: 'library.desc' }, 'REFERENCE_UNKNOWN'],
    [{ page: 'library.counter', route: '/desc' }, 'ROUTE_UNKNOWN'],
    [{ page: 'library.counter', route: '/counter/:id/of/:part', with: { id: '1' } }, 'PARAMETER_MISSING'],
  ])('is refused: %j', (address, code) => {
    expect(refused(to(address))).toEqual([{ code, file: 'schemas/library/counter.page.json', path: '/body/action/to' }])
  })
})

describe('[LANG-61] let', () => {
  const page = (named: object, text: string) =>
    raw('schemas/library/counter.page.json', {
      title: TITLE,
      routes: ['/counter'],
      access: 'public',
      let: named,
      body: { node: 'text', text: { zh: `{{x := ${text}}}`, en: `{{x := ${text}}}` } },
    })

  it('gives its value to every expression that reads the name, also through another one', () => {
    const { body } = built(page({ at: '=coalesce(query.at, now)', late: '=at > now' }, 'late')).get('page', 'library.counter')
    expect(body).toMatchObject([{ text: { with: { x: { cel: '((coalesce(query.at, now)) > now)' } } } }])
  })

  it.each([
    ['a circle', { a: '=b', b: '=a' }, 'a', 'CYCLE', '/let/a'],
    ['a name that expressions see anyway', { path: '=query.a' }, 'path', 'VALUE', '/let/path'],
    ['a value that nothing reads', { a: '=query.a', b: '=query.b' }, 'a', 'VALUE', '/let/b'],
    ['a name that is unknown in it', { a: '=queri.a' }, 'a', 'CEL_UNKNOWN', '/let/a'],
  ])('is refused for %s', (_, named, text, code, path) => {
    expect(refused(page(named, text))).toContainEqual({ code, file: 'schemas/library/counter.page.json', path })
  })
})
