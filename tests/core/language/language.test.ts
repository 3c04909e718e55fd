import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { KINDS, readFileName } from '../../../runtime/core/documents/parseDocument.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import { contractDocument } from '../../../runtime/core/language/contractDocument.ts'
import { expandDocument } from '../../../runtime/core/language/expandDocument.ts'
import { longForm } from '../../../runtime/core/language/longForm.ts'
import { sameJson } from '../../../runtime/core/language/sameJson.ts'
import { shortest } from '../../../runtime/core/language/shortest.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { fixtureNames } from '../../fixtures/platform/loadFixture.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const FIXTURE = join(PROJECT_DIRECTORY, 'tests/fixtures/platform')
const title = { zh: '笔记', en: 'Notes' }

/** Lint refuses the key "then" in code, because promises have it. */
const cases = (...pairs: [when: string | undefined, value: unknown, more?: object][]) => ({
  cases: pairs.map(([when, value, more]) => ({
    ...Object.fromEntries([...(when === undefined ? [] : [['when', when]]), ['then', value]]),
    ...more,
  })),
})

/** What a document of a kind says beside its title, in short and in the long form. */
const forms: [name: string, kind: Kind, short: object, long: object][] = [
  [
    'names taken over in the first answers of a form',
    'page',
    { routes: ['/notes'], access: 'public', body: { node: 'form', form: 'notes.note', initial: { '...note': ['text', 'tags'] } } },
    {
      routes: ['/notes'],
      access: 'public',
      body: [{ node: 'form', form: 'notes.note', initial: { text: { cel: 'note.text' }, tags: { cel: 'note.tags' } } }],
    },
  ],
  [
    'an operation as a key of the call, with the row of the id that is given',
    'call',
    { path: 'POST|PUT api/notes/save', access: 'manageNotes', update: 'notes.note', set: { '...input': ['text', 'tags'] } },
    {
      method: ['POST', 'PUT'],
      path: 'api/notes/save',
      access: { permission: 'manageNotes' },
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: { id: { type: 'string', pattern: '^[0-9]{1,18}$' } },
      },
      operation: {
        kind: 'update',
        entity: 'notes.note',
        by: { id: { cel: 'input.id' } },
        set: { text: { cel: 'input.text' }, tags: { cel: 'input.tags' } },
      },
    },
  ],
  [
    'a list with filters, of which one must be given, and renamed fields',
    'call',
    {
      path: 'GET api/notes',
      access: { permission: 'readNotes', within: ['bookId', { field: 'id', scope: 'note' }] },
      list: 'notes.note',
      filter: ['bookId!', 'text contains', { from: 'createdAt gte' }],
      output: ['id', { book: 'bookId.title', age: '=row.age + 1' }],
      log: false,
    },
    {
      method: 'GET',
      path: 'api/notes',
      access: {
        permission: 'readNotes',
        within: [
          { field: 'bookId', scope: 'book' },
          { field: 'id', scope: 'note' },
        ],
      },
      input: { type: 'object', additionalProperties: false, required: ['bookId'], properties: {} },
      operation: {
        kind: 'list',
        entity: 'notes.note',
        filter: { bookId: { field: 'bookId', op: 'eq' }, text: { field: 'text', op: 'contains' }, from: { field: 'createdAt', op: 'gte' } },
      },
      output: ['id', { name: 'book', from: 'bookId.title' }, { name: 'age', cel: 'row.age + 1' }],
      log: false,
    },
  ],
  [
    'the transition of a flow, and the log of its entity',
    'call',
    { path: 'POST api/notes/approve', access: 'signedIn', transition: 'notes.review.approve', log: 'notes.note' },
    {
      method: 'POST',
      path: 'api/notes/approve',
      access: 'signedIn',
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: { id: { type: 'string', pattern: '^[0-9]{1,18}$' } },
      },
      operation: { kind: 'transition', flow: 'notes.review', transition: 'approve', by: { id: { cel: 'input.id' } } },
      log: { title, entity: 'notes.note' },
    },
  ],
  [
    'the usual chain of an action',
    'action',
    {
      label: { zh: '删除 {{row.text}}', en: 'Remove {{row.text}}' },
      visibleWhen: '=row.own',
      call: 'notes.remove',
      input: { id: '=row.id' },
      done: title,
      refresh: ['notes'],
      to: '/notes/{{row.bookId}}?n={{count := size(rows)}}',
    },
    {
      label: { text: { zh: '删除 {{text}}', en: 'Remove {{text}}' }, with: { text: { cel: 'row.text' } } },
      visibleWhen: { cel: 'row.own' },
      steps: [
        { call: 'notes.remove', input: { id: { cel: 'row.id' } } },
        { toast: 'success', text: title },
        { refresh: ['notes'] },
        { navigate: { text: '/notes/{{bookId}}?n={{count}}', with: { bookId: { cel: 'row.bookId' }, count: { cel: 'size(rows)' } } } },
      ],
    },
  ],
]

forms.push(
  [
    'values by cases, also cases of cases, texts with places, conditions in parts and addresses by page',
    'action',
    {
      label: title,
      visibleWhen: {
        all: [
          '=row.own',
          '=row.open || row.title.startsWith("a beginning that is long enough for two lines")',
          '=size(row.tags) > 3 && row.b',
        ],
      },
      call: 'notes.save',
      input: {
        state: cases(['=row.a', 'open'], ['=row.b', '=row.c'], [undefined, 3]),
        name: cases(['=row.named', { zh: '名 {{row.name}}', en: 'Name {{row.name}}' }]),
      },
      to: { page: 'notes.show', with: { id: '=row.id', tab: 'all' } },
    },
    {
      label: title,
      visibleWhen: {
        cel: `row.own && (row.open || row.title.startsWith("a beginning that is long enough for two lines")) && (size(row.tags) > 3 && row.b)`,
      },
      steps: [
        {
          call: 'notes.save',
          input: {
            state: { cel: "row.a ? 'open' : row.b ? row.c : 3" },
            name: { cel: "row.named ? {'text': {'zh': '名 {{name}}', 'en': 'Name {{name}}'}, 'with': {'name': row.name}} : null" },
          },
        },
        { navigate: { cel: "address('notes.show', {'id': row.id, 'tab': 'all'})" } },
      ],
    },
  ],
  [
    'an address of a chosen route, and the cases of one',
    'action',
    {
      label: title,
      call: 'notes.save',
      to: cases(['=row.small', { page: 'notes.show', route: '/m/:id', with: { id: '=row.id' } }], [undefined, { page: 'notes.all' }]),
    },
    {
      label: title,
      steps: [
        { call: 'notes.save' },
        { navigate: { cel: "row.small ? address('notes.show', {'id': row.id}, '/m/:id') : address('notes.all', {})" } },
      ],
    },
  ],
)

const screen = { routes: ['/notes'], access: 'public' }
const line = (text: string) => ({ node: 'text', text: { zh: text, en: text } })
forms.push(
  [
    'permissions that reach as far below',
    'role',
    { permissions: ['a', 'b'], scopes: ['library'], subordinates: 'own' },
    { permissions: ['a', 'b'], scopes: ['library'], subordinates: ['a', 'b'] },
  ],
  [
    'a question and a dialog that say what the action says',
    'action',
    { label: title, tone: 'danger', confirm: { zh: '删除？', en: 'Delete?' }, dialog: 'notes.reason', call: 'notes.remove' },
    {
      label: title,
      tone: 'danger',
      confirm: { title: { zh: '删除？', en: 'Delete?' }, ok: title, danger: true },
      dialog: { form: 'notes.reason', title },
      steps: [{ call: 'notes.remove' }],
    },
  ],
  [
    'a dialog with more than a form',
    'action',
    { label: title, dialog: { form: 'notes.rename', initial: { title: '=row.title' } }, call: 'notes.rename' },
    {
      label: title,
      dialog: { form: 'notes.rename', title, initial: { title: { cel: 'row.title' } } },
      steps: [{ call: 'notes.rename' }],
    },
  ],
  [
    'columns and filters that say nothing but their names',
    'table',
    { source: { call: 'notes.list' }, columns: ['text', { field: 'at', sortable: true }], filters: ['book'] },
    { source: { call: 'notes.list' }, columns: [{ field: 'text' }, { field: 'at', sortable: true }], filters: { book: {} } },
  ],
  [
    'members that another call lends',
    'call',
    { path: 'POST api/notes/keep', access: 'manageNotes', input: { '...notes.save': ['text', 'tags'] }, handler: 'notes.keep' },
    {
      method: 'POST',
      path: 'api/notes/keep',
      access: { permission: 'manageNotes' },
      input: { type: 'object', additionalProperties: false, properties: { '...notes.save': ['text', 'tags'] } },
      handler: 'notes.keep',
    },
  ],
  ['an action of one step', 'action', { label: title, to: '/notes' }, { label: title, steps: [{ navigate: '/notes' }] }],
  [
    'an action of one step that is none of the usual chain',
    'action',
    { label: title, steps: { open: 'drawer' } },
    { label: title, steps: [{ open: 'drawer' }] },
  ],
  [
    'lists of one, and names of parts and fragments among nodes',
    'page',
    {
      ...screen,
      body: {
        node: 'section',
        children: ['head', { node: 'part', part: 'row', with: { note: '=notes[0]' } }, 'notes.footer'],
        actions: 'notes.remove',
      },
      parts: { head: line('head'), row: [line('a'), line('b')] },
    },
    {
      ...screen,
      body: [
        {
          node: 'section',
          children: [
            { node: 'part', part: 'head' },
            { node: 'part', part: 'row', with: { note: { cel: 'notes[0]' } } },
            { node: 'fragment', fragment: 'notes.footer' },
          ],
          actions: ['notes.remove'],
        },
      ],
      parts: { head: [line('head')], row: [line('a'), line('b')] },
    },
  ],
  [
    'branches by the value of one expression',
    'page',
    {
      ...screen,
      body: { node: 'choose', of: '=note.state', cases: { draft: line('a'), 'sent|read': [line('b'), line('c')] }, else: line('d') },
    },
    {
      ...screen,
      body: [
        {
          node: 'choose',
          branches: [
            { when: { cel: "(note.state) == 'draft'" }, children: [line('a')] },
            { when: { cel: "(note.state) in ['sent', 'read']" }, children: [line('b'), line('c')] },
            { children: [line('d')] },
          ],
        },
      ],
    },
  ],
  [
    'branches by other conditions as they are',
    'page',
    { ...screen, body: { node: 'choose', branches: [{ when: '=size(notes) > 0', children: line('a') }, { children: line('b') }] } },
    {
      ...screen,
      body: [{ node: 'choose', branches: [{ when: { cel: 'size(notes) > 0' }, children: [line('a')] }, { children: [line('b')] }] }],
    },
  ],
)

describe('[LANG-3] a short form', () => {
  it.each(forms)('%s', (_, kind, short, long) => {
    const { content, findings } = expandDocument(kind, { title, ...short })
    expect(findings).toEqual([])
    expect(content).toEqual({ title, ...long })
    expect(contractDocument(kind, { title, ...long })).toEqual({ title, ...short })
  })

  it('spells a literal that begins with = as an expression', () => {
    const table = { title, source: { call: 'notes.list', params: { text: '=1' } }, columns: [] }
    const short = contractDocument('table', table) as typeof table
    expect(short.source.params.text).toBe('="=1"')
    expect(expandDocument('table', short).content).toMatchObject({ source: { params: { text: { cel: '"=1"' } } } })
  })

  it('prints a literal text that was written as an expression as the text', () => {
    const written = {
      title,
      routes: ['/a'],
      access: 'public',
      state: { a: "='active'", b: '="b"', c: "='=c'", d: "='a' + 'b'", e: "='@e.f'" },
      body: [],
    }
    expect(shortest('page', written)).toMatchObject({ state: { a: 'active', b: 'b', c: "='=c'", d: "='a' + 'b'", e: "='@e.f'" } })
  })

  it('keeps apart what two expressions of a text would be called', () => {
    const text = { zh: '{{a.name}}、{{b.name}}', en: '{{a.name}} and {{b.name}}' }
    const { content } = expandDocument('action', { title, label: text, to: '/' })
    expect(content.label).toEqual({
      text: { zh: '{{name}}、{{name2}}', en: '{{name}} and {{name2}}' },
      with: { name: { cel: 'a.name' }, name2: { cel: 'b.name' } },
    })
  })
})

describe('[LANG-4] a document', () => {
  it('that names its version is in the long form, one that names none in that of this release', () => {
    const long = { version: 1, title, source: { call: 'notes.list', params: { text: '=1' } } }
    expect(longForm('table', 'notes.all', long).content).toMatchObject({ source: { params: { text: '=1' } } })
    const { version: _, ...short } = long
    const { content } = longForm('table', 'notes.all', short)
    expect(content).toMatchObject({
      $schema: '../kinds/table.schema.json',
      id: 'notes.all',
      version: 1,
      source: { params: { text: { cel: '1' } } },
    })
  })

  it('of the product says the same in short and in long', () => {
    const { raws } = loadFiles(PROJECT_DIRECTORY)
    for (const { file, text } of [...raws, ...loadFiles(FIXTURE).raws]) {
      const name = readFileName(file)
      if (!('kind' in name)) continue
      const { content } = longForm(name.kind, name.id, JSON.parse(text))
      const short = shortest(name.kind, content)
      expect(sameJson(longForm(name.kind, name.id, short).content, content), file).toBe(true)
    }
  })

  it('makes the same platform in both forms', () => {
    const { raws, texts } = loadFiles(FIXTURE)
    const printed = raws.map(({ file, text }) => {
      const name = readFileName(file)
      return 'kind' in name ? { file, text: JSON.stringify(shortest(name.kind, JSON.parse(text))) } : { file, text }
    })
    expect(printed.filter(({ text }, at) => text !== raws[at]?.text).length).toBeGreaterThan(20)
    const documentsOf = (files: typeof raws) => buildPlatform(files, texts, fixtureNames).platform?.documents
    const [short, long] = [documentsOf(printed), documentsOf(raws)]
    for (const kind of KINDS)
      expect(sameJson(Object.fromEntries(short?.[kind] ?? []), Object.fromEntries(long?.[kind] ?? [])), kind).toBe(true)
  })
})

describe('[LANG-5] a mistake', () => {
  const { raws, texts } = loadFiles(FIXTURE)
  const page = { routes: ['/extra'], access: 'public' }
  const failuresOf = (kind: Kind, content: object) =>
    buildPlatform(
      [...raws, { file: `schemas/library/extra.${kind}.json`, text: JSON.stringify({ title, ...content }) }],
      texts,
      fixtureNames,
    ).failures
  const call = { path: 'GET api/library/extra', access: 'public', list: 'library.book' }

  const stat = (value: object) => ({ ...page, body: { node: 'stat', label: title, value } })
  it.each<[where: string, kind: Kind, content: object, code: string, path: string]>([
    ['in an expression', 'page', { ...page, body: [{ node: 'stat', label: title, value: '=rwo.id' }] }, 'CEL_UNKNOWN', '/body/0/value'],
    [
      'in an expression of a text',
      'page',
      { ...page, body: [{ node: 'stat', label: { zh: '{{nobody.name}}', en: '{{nobody.name}}' }, value: '=1' }] },
      'CEL_UNKNOWN',
      '/body/0/label',
    ],
    ['in the call of an action', 'action', { label: title, call: 'library.lned' }, 'REFERENCE_UNKNOWN', '/call'],
    ['in a filter', 'call', { ...call, filter: ['titel'] }, 'FIELD_UNKNOWN', '/filter/0'],
    ['in the entity of an operation', 'call', { ...call, list: 'library.bok' }, 'REFERENCE_UNKNOWN', '/list'],
    ['in a renamed field', 'call', { ...call, output: ['id', { name2: 'titel' }] }, 'FIELD_UNKNOWN', '/output/1/name2'],
    ['in a shape', 'call', { ...call, input: { 'more?': 'strng' } }, 'VALUE', '/input/more?'],
    [
      'in a list of one',
      'page',
      { ...page, body: { node: 'section', children: { node: 'stat', label: title, value: '=rwo.id' } } },
      'CEL_UNKNOWN',
      '/body/children/value',
    ],
    [
      'in a case',
      'page',
      { ...page, body: { node: 'choose', of: '=lang', cases: { zh: { node: 'stat', label: title, value: '=rwo.id' } } } },
      'CEL_UNKNOWN',
      '/body/cases/zh/value',
    ],
    ['in what cases ask', 'page', { ...page, body: { node: 'choose', of: '=rwo', cases: { zh: [] } } }, 'CEL_UNKNOWN', '/body/of'],
    [
      'in a case that is no value',
      'page',
      { ...page, body: { node: 'choose', of: '=lang', cases: { 'zh or en': [] } } },
      'VALUE',
      '/body/cases/zh or en',
    ],
    [
      'in values of an address that stand for several',
      'page',
      { ...page, body: { node: 'stat', label: title, value: '=1', to: { page: 'library.home', with: { '...query': ['id', 'name'] } } } },
      'VALUE',
      '/body/to/with/...query',
    ],
    ['in the name of a part', 'page', { ...page, body: ['haed'], parts: { head: [] } }, 'REFERENCE_UNKNOWN', '/body/0'],
    ['in a part that no node names', 'page', { ...page, body: [], parts: { head: [] } }, 'VALUE', '/parts/head'],
    [
      'in a part that stands in itself',
      'page',
      { ...page, body: 'head', parts: { head: { node: 'grid', children: 'head' } } },
      'CYCLE',
      '/parts/head/children',
    ],
    [
      'in the nodes of a part',
      'page',
      { ...page, body: 'head', parts: { head: { node: 'stat', label: title, value: '=rwo.id' } } },
      'CEL_UNKNOWN',
      '/parts/head/value',
    ],
    [
      'in what a place gives to a part',
      'page',
      {
        ...page,
        body: { node: 'part', part: 'head', with: { note: '=rwo', nothing: 1 } },
        parts: { head: { node: 'stat', label: title, value: '=note' } },
      },
      'PARAMETER_UNKNOWN',
      '/body/with/nothing',
    ],
    [
      'in a branch that is never shown',
      'page',
      { ...page, body: { node: 'choose', branches: [{ children: [] }, { children: [] }] } },
      'KEY_MISSING',
      '/body/branches/0/when',
    ],
    ['in a permission', 'call', { ...call, access: 'manageBoks' }, 'PERMISSION_UNKNOWN', '/access'],
    ['in cases of which there is none', 'page', stat({ cases: [] }), 'VALUE', '/body/value/cases'],
    ['in a case without a value', 'page', stat({ cases: [{ when: '=true' }] }), 'VALUE', '/body/value/cases/0'],
    ['in a case with another key', 'page', stat(cases(['=true', 1, { otherwise: 2 }])), 'VALUE', '/body/value/cases/0'],
    [
      'in a case without a condition before the last',
      'page',
      stat(cases([undefined, 1], [undefined, 2])),
      'VALUE',
      '/body/value/cases/0/when',
    ],
    ['in a case that asks a text', 'page', stat(cases(['open', 1], [undefined, 2])), 'VALUE', '/body/value/cases/0/when'],
    ['in a case that asks a number', 'page', stat(cases(['=1 + 1', 1], [undefined, 2])), 'CEL_TYPE', '/body/value'],
    ['in what a case asks', 'page', stat(cases(['=rwo.open', 1], [undefined, 2])), 'CEL_UNKNOWN', '/body/value'],
    ['in what a case gives', 'page', stat(cases(['=true', '=rwo.id'], [undefined, 2])), 'CEL_UNKNOWN', '/body/value'],
    [
      'in a case of another type than its place',
      'page',
      { ...page, body: { node: 'section', visibleWhen: cases(['=true', 'open'], [undefined, false]), children: [] } },
      'CEL_TYPE',
      '/body/visibleWhen',
    ],
    ['in cases of cases', 'page', stat(cases(['=true', { cases: [] }], [undefined, 2])), 'VALUE', '/body/value/cases/0/then/cases'],
  ])('%s is told where it was written', (_, kind, content, code, path) => {
    expect(failuresOf(kind, content)?.map((failure) => [failure.code, failure.path])).toContainEqual([code, path])
  })

  it('[LANG-7] of cases that leave out the last one, the value is null, which fits', () => {
    expect(failuresOf('page', stat(cases(["=lang == 'zh'", 1])))).toBeUndefined()
  })

  it('in a parameter that a call does not declare says how to declare it', () => {
    const create = { path: 'POST api/library/extra', access: 'signedIn', create: 'library.book', set: { copies: 1, '...input': ['title'] } }
    const [failure] = failuresOf('call', create) ?? []
    expect(failure).toMatchObject({ code: 'CEL_UNKNOWN', suggestion: 'declare it in the input of the call: "title": "text ..100"' })
  })
})

it('[LANG-6] the documents of the product are in short', () => {
  const text = readFileSync(join(PROJECT_DIRECTORY, 'schemas/platform/app.app.json'), 'utf8')
  expect(JSON.parse(text)).not.toHaveProperty('version')
})
