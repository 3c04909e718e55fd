import { describe, expect, it } from 'vitest'
import type { EntityDocument } from '../../../runtime/core/documents.ts'
import { checkAreaBorders } from '../../../scripts/check/areaBorders.ts'
import { checkCodeWords } from '../../../scripts/check/codeWords.ts'
import { checkCommitSubjects } from '../../../scripts/check/commitSubjects.ts'
import { checkDecisions } from '../../../scripts/check/decisions.ts'
import { checkDecoderPlaces } from '../../../scripts/check/decoderPlaces.ts'
import { checkDocstrings } from '../../../scripts/check/docstrings.ts'
import { checkFileNames } from '../../../scripts/check/fileNames.ts'
import { checkForbiddenImports } from '../../../scripts/check/forbiddenImports.ts'
import { checkImportCycles } from '../../../scripts/check/importCycles.ts'
import { mentionsOf } from '../../../scripts/check/leafAreas.ts'
import { checkLibraryPlaces } from '../../../scripts/check/libraryPlaces.ts'
import { checkProductWords } from '../../../scripts/check/productWords.ts'
import { checkRawWrites } from '../../../scripts/check/rawWrites.ts'
import { checkRenamedIds, handlersOfFiles, idsOfFiles } from '../../../scripts/check/renamedIds.ts'
import { checkRaises, checkSizes, measureSizes } from '../../../scripts/check/sizes.ts'
import { readDecision } from '../../../scripts/decisions/readDecisions.ts'

const file = (path: string, text: string) => [{ path, text }]

describe('file names', () => {
  it.each([
    [['runtime/core/read-notes.ts'], 'runtime/core/read-notes.ts: write "read-notes.ts" in camelCase: readNotes.ts'],
    [['runtime/core-parts/a.ts'], 'runtime/core-parts/a.ts: write "core-parts" in camelCase: coreParts'],
    [['schemas/notes/Add.call.json'], 'schemas/notes/Add.call.json: write "Add.call.json" in camelCase: add.call.json'],
    [
      ['renderer/Note.tsx', 'renderer/note.tsx'],
      'renderer/note.tsx: has the name of renderer/Note.tsx; sub-folders and large letters do not tell names apart',
    ],
    [
      ['plugins/notes/add.handler.ts', 'plugins/notes/in/add.handler.ts'],
      'plugins/notes/in/add.handler.ts: has the name of plugins/notes/add.handler.ts; sub-folders and large letters do not tell names apart',
    ],
  ])('refuses in %j', (paths, line) => {
    expect(checkFileNames(paths)).toEqual([line])
  })

  it('refuses a component in a file that is not named after it', () => {
    expect(checkFileNames([], file('renderer/note.tsx', 'export function Note() {}'))).toEqual([
      'renderer/note.tsx: name it after its component: Note.tsx',
    ])
  })

  it('allows roles after dots, components and types, calls and pages of one name, and what others name', () => {
    const paths = [
      'plugins/a/b.handler.ts',
      'plugins/a/b.ts',
      'renderer/Note.tsx',
      'runtime/core/Kernel.ts',
      'schemas/a/b.call.json',
      'schemas/a/b.page.json',
    ]
    expect(checkFileNames([...paths, 'renderer/public/icon-192.png', 'runtime/server/migrations/0001-first-tables.sql'])).toEqual([])
  })
})

describe('forbidden imports', () => {
  it.each([
    ['runtime/core/a.ts', "import { x } from '../server/x.ts'", '../server/x.ts'],
    ['runtime/core/a.ts', "import { readFileSync } from 'node:fs'", 'node:fs'],
    ['runtime/core/form/a.ts', "const x = await import('../../client/x.ts')", '../../client/x.ts'],
    ['runtime/client/a.ts', "export * from '../../renderer/x.tsx'", '../../renderer/x.tsx'],
    ['runtime/server/a.ts', "import {\n  a,\n  b,\n} from '../client/x.ts'", '../client/x.ts'],
    ['runtime/server/a.ts', "import 'react'", 'react'],
    ['renderer/nodes/a.tsx', "import { Table } from 'antd'", 'antd'],
    ['renderer/nodes/a.tsx', "import { x } from '../../runtime/server/x.ts'", '../../runtime/server/x.ts'],
    ['plugins/a/b.handler.ts', "import type { X } from '../../runtime/server/x.ts'", '../../runtime/server/x.ts'],
    ['plugins/a/b.widget.tsx', "import { x } from 'node:path'", 'node:path'],
  ])('refuses in %s: %s', (path, text, target) => {
    expect(checkForbiddenImports(file(path, text))).toEqual([`${path}: may not import ${target}`])
  })

  it.each([
    ['runtime/core/a.ts', "import type { Kysely } from 'kysely'\nimport { x } from './form/x.ts'"],
    ['runtime/client/a.ts', "import { x } from '../core/x.ts'"],
    ['runtime/server/a/b.ts', "import { readFileSync } from 'node:fs'\nimport { x } from '../../core/x.ts'"],
    ['renderer/widgets/a.tsx', "import { Table } from 'antd'"],
    ['renderer/nodes/a.tsx', "import { x } from '../../runtime/client/x.ts'\n// import { y } from '../../runtime/server/y.ts'"],
    ['plugins/a/b.widget.tsx', "import { Table } from 'antd'\nimport { x } from '../../runtime/core/x.ts'"],
    ['scripts/a.ts', "import { x } from '../runtime/server/x.ts'"],
  ])('allows in %s: %s', (path, text) => {
    expect(checkForbiddenImports(file(path, text))).toEqual([])
  })
})

describe('import cycles', () => {
  const files = (texts: Record<string, string>) => Object.entries(texts).map(([path, text]) => ({ path, text }))

  it('are told with the way round', () => {
    const cycle = { 'a/a.ts': "import { b } from '../b/b.ts'", 'b/b.ts': "export * from './c.tsx'", 'b/c.tsx': "import '../a/a.ts'" }
    expect(checkImportCycles(files({ 'main.ts': "import './a/a.ts'", ...cycle }))).toEqual([
      'a/a.ts -> b/b.ts -> b/c.tsx -> a/a.ts: move what two of them need to a file of its own',
    ])
    expect(checkImportCycles(files({ 'a.ts': "import { a } from './a.ts'" }))).toHaveLength(1)
    expect(checkImportCycles(files({ 'a.ts': "import { type B } from './b.ts'", 'b.ts': "import './a.ts'" }))).toHaveLength(1)
  })

  it('are none by types, by what is loaded later, and by two ways to one module', () => {
    expect(
      checkImportCycles(
        files({ 'a.ts': "import { b } from './b.ts'", 'b.ts': "import type { A } from './a.ts'\nexport type { C } from './a.ts'" }),
      ),
    ).toEqual([])
    expect(checkImportCycles(files({ 'a.ts': "import { b } from './b.ts'", 'b.ts': "const a = await import('./a.ts')" }))).toEqual([])
    expect(checkImportCycles(files({ 'a.ts': "import './b.ts'\nimport './c.ts'", 'b.ts': "import './c.ts'", 'c.ts': '' }))).toEqual([])
  })
})

describe('product words', () => {
  it.each([
    ['runtime/core/a.ts', 'const x = 1\n// the captain decides', ['runtime/core/a.ts:2: product word "captain"']],
    ['renderer/a.css', '.sign-up {}\n.signup {}', ['renderer/a.css:2: product word "signup"']],
    ['runtime/server/team.ts', '', ['runtime/server/team.ts: product word in the path']],
    ['renderer/a.tsx', '<b>提交</b>', ['renderer/a.tsx:1: Chinese text "提交"; texts belong into schemas/locales']],
    [
      'plugins/a/b.handler.ts',
      "const A = '已退款'",
      ['plugins/a/b.handler.ts:1: Chinese text "已退款"; texts belong into schemas/locales'],
    ],
  ])('finds them in %s', (path, text, failures) => {
    expect(checkProductWords(file(path, text))).toEqual(failures)
  })

  it('leaves plugins, scripts and words that only contain one alone', () => {
    expect(checkProductWords(file('plugins/a/b.handler.ts', '// the captain decides'))).toEqual([])
    expect(checkProductWords(file('runtime/core/a.ts', 'const steam = 1'))).toEqual([])
  })

  it('leaves Chinese alone in comments and in a file that says why it is allowed', () => {
    const text = "const a = 1 // 例\n/** 例 */\nconst zh = '中文'"
    expect(checkProductWords(file('renderer/a.ts', text))).toEqual([
      'renderer/a.ts:3: Chinese text "中文"; texts belong into schemas/locales',
    ])
    expect(checkProductWords(file('renderer/a.ts', `// allowed text: a language's own name\n${text}`))).toEqual([])
  })
})

describe('words in code', () => {
  it.each([
    ['plugins/a/b.ts', 'const a = 1\nconst wasTold = 2', 'plugins/a/b.ts:2: "Told" is a private word: reported, notified, shown'],
    ['renderer/A.tsx', '/** The skin as it is worn. */', 'renderer/A.tsx:1: "worn" is a private word: apply, applied'],
    [
      'runtime/core/a.ts',
      'interface A { takeBackMany(): void }',
      'runtime/core/a.ts:1: "take Back" is a private word: reset, withdraw, undo',
    ],
    ['tests/harness/a.ts', 'const MOST_ROWS = 1', 'tests/harness/a.ts:1: "MOST" is a private word: max'],
    ['scripts/bench.ts', '', 'scripts/bench.ts: "bench" is a private word: studio'],
    ['plugins/a/b.ts', '// nobody waits', 'plugins/a/b.ts:1: "nobody" is a private word: someone, anyone, everyone, no one'],
    ['renderer/a.css', '.ag-note {}\n.ag-bench__head {}', 'renderer/a.css:2: "bench" is a private word: studio'],
    ['renderer/a.css', '[data-sight-on] {}', 'renderer/a.css:1: "sight" is a private word: view, in place'],
  ])('refuses in %s: %s', (path, text, line) => {
    expect(checkCodeWords(file(path, text))).toEqual([line])
  })

  it('leaves alone keys of data, texts, plain sentences, and what has a reason', () => {
    expect(checkCodeWords(file('plugins/a/b.ts', "const a = { told: 1, most: 'nobody is told' } // at most one"))).toEqual([])
    expect(checkCodeWords(file('scripts/bench/benchFields.ts', 'const benchFields = 1'))).toEqual([])
    expect(checkCodeWords(file('plugins/generated/tables.ts', 'interface A { apart: boolean }'))).toEqual([])
    expect(checkCodeWords(file('tests/server/a.test.ts', '// nobody is told'))).toEqual([])
  })
})

describe('borders of areas', () => {
  const entity = (offeredTo?: true | string[]) => ({ offeredTo }) as unknown as EntityDocument
  const reads = file('plugins/shop/a.ts', "db.selectFrom('bakery_loaf as l')")

  it('refuses a table that its area does not offer, and an offer that no one takes', () => {
    expect(checkAreaBorders(reads, new Map([['bakery.loaf', entity()]]))).toEqual([
      'plugins/shop/a.ts: reads the table of bakery.loaf, which is not offered to shop: ask the area that has it, or add "shop" to its offeredTo',
    ])
    expect(checkAreaBorders(reads, new Map([['bakery.loaf', entity(['cafe', 'shop'])]]))).toEqual([
      'bakery.loaf: is offered to cafe, whose code does not read it: take it out of offeredTo',
    ])
    expect(checkAreaBorders([], new Map([['bakery.loaf', entity(true)]]))).toHaveLength(1)
  })

  it('takes a table that is offered, those of its own area and those of the kernel', () => {
    const own = file('plugins/bakery/a.ts', "db.selectFrom('bakery_loaf')")
    const kernel = file('plugins/bakery/b.ts', "db.selectFrom('platform_file')")
    const entities = new Map([
      ['bakery.loaf', entity(['shop'])],
      ['platform.file', entity()],
    ])
    expect(checkAreaBorders([...reads, ...own, ...kernel], entities)).toEqual([])
    expect(checkAreaBorders(reads, new Map([['bakery.loaf', entity(true)]]))).toEqual([])
  })

  it('refuses areas that import each other in a cycle, also of types and over a third, and names the imports', () => {
    const there = file('plugins/shop/a.ts', "import { bake } from '../bakery/bake.ts'")
    const over = file('plugins/bakery/b.ts', "import type { Flour } from '../mill/flour.ts'")
    const back = file('plugins/mill/c.ts', "import { sell } from '../shop/sell.ts'")
    expect(checkAreaBorders([...there, ...over], new Map())).toEqual([])
    const [line] = checkAreaBorders([...there, ...over, ...back], new Map())
    expect(line).toContain('plugins/mill/c.ts -> shop')
    expect(line).toContain('plugins/bakery/b.ts -> mill')
  })
})

describe('leaf areas', () => {
  const documents = {
    entity: new Map([['bakery.loaf', {}]]),
    call: new Map([['bakery.buy', {}]]),
    page: new Map([
      ['bakery.order', { id: 'bakery.order', routes: ['/bread/:loafId'] }],
      ['bakery.list', { id: 'bakery.list', routes: ['/breads'] }],
    ]),
  }
  const named = (text: string, path = 'schemas/shop/a.page.json') =>
    mentionsOf(
      'bakery',
      { documents } as never,
      file(path, text).map(({ path: of, text: words }) => ({ file: of, text: words })),
      [],
    ).map(({ name }) => name)

  it('[LEAF-5] names of it in documents of others are found: ids, addresses, the group of its reading calls', () => {
    expect(named(`{ "call": "bakery.buy", "where": "=rows('bakery.loaf').exists(r, true)", "...bakery.buy": "all" }`)).toEqual([
      'bakery.buy',
      'bakery.loaf',
    ])
    expect(named(`{ "to": "/bread/{{row.id}}", "other": "/breads?page=2", "code": "read:bakery" }`)).toEqual([
      '/bread/',
      '/breads',
      'read:bakery',
    ])
    expect(named(`{ "to": "/breadsOld", "cel": "=row.bakery.loaf", "text": "a bakery", "id": "bakery.buyer" }`)).toEqual([])
    expect(named(`{ "call": "bakery.buy" }`, 'schemas/bakery/a.page.json')).toEqual([])
    expect(named(`{ "call": "bakery.buy" }`, 'schemas/locales/zh/bakery.json')).toEqual([])
  })

  it('[LEAF-6] and in code of others: ids, tables, imports; scripts and tests may', () => {
    const inCode = (path: string, text: string) =>
      mentionsOf('bakery', { documents } as never, [], file(path, text)).map(({ name }) => name)
    expect(inCode('plugins/shop/a.ts', "db.selectFrom('bakery_loaf as l'); call('bakery.buy', {})")).toEqual(['bakery_loaf', 'bakery.buy'])
    expect(inCode('plugins/shop/a.ts', "import { bake } from '../bakery/bake.ts'")).toEqual(['a file'])
    expect(inCode('plugins/bakery/a.ts', "call('bakery.buy', {})")).toEqual([])
    expect(inCode('scripts/seed/a.ts', "db.insertInto('bakery_loaf')")).toEqual([])
  })
})

describe('raw writes', () => {
  const raw = "await context.db.updateTable('notes_note').set({ text }).execute()"
  it('refuses a statement of a plugin that writes past the operation log', () => {
    expect(checkRawWrites(file('plugins/notes/a.handler.ts', `\n${raw}`))).toEqual([
      'plugins/notes/a.handler.ts:2: ".updateTable(" - write by context.rows, or inside rows.bulk with its reason',
    ])
  })

  it('allows it inside rows.bulk, with a reason', () => {
    const bulk = (why: string) => `rows.bulk('notes.note', '${why}', (db) => db.updateTable('notes_note').execute())`
    expect(checkRawWrites(file('plugins/notes/a.handler.ts', bulk('the entry of the list tells of its notes')))).toEqual([])
    expect(checkRawWrites(file('plugins/notes/a.handler.ts', bulk('faster')))).toHaveLength(1)
    expect(checkRawWrites(file('plugins/notes/a.handler.ts', `${bulk('the entry of the list tells of its notes')}\n${raw}`))).toHaveLength(
      1,
    )
  })

  it('refuses more of these places than there may be', () => {
    const places = Array.from({ length: 26 }, () => "rows.bulk('a.b', 'the reason of it', () => null)").join('\n')
    expect(checkRawWrites(file('plugins/notes/a.ts', places))).toEqual(['26 places write in bulk past the operation log, at most 25 may'])
  })
})

describe('library places', () => {
  it('refuses a library that one module stands for anywhere else, and allows it there and in tests', () => {
    const text = "import exceljs from 'exceljs'\n"
    expect(checkLibraryPlaces(file('scripts/seed/content.ts', text))).toEqual([
      'scripts/seed/content.ts: exceljs is imported by runtime/server/exports/writeWorkbook.ts alone - use what that offers',
    ])
    expect(checkLibraryPlaces(file('plugins/work/sheet.ts', "const excel = await import('exceljs')"))).toHaveLength(1)
    expect(
      checkLibraryPlaces([...file('runtime/server/exports/writeWorkbook.ts', text), ...file('tests/server/readSheet.ts', text)]),
    ).toEqual([])
  })
})

describe('decoders', () => {
  const own = "import sharp from 'sharp'\n"
  it.each([
    ['a library that decodes', 'plugins/work/look.handler.ts', own],
    ['the same, loaded later', 'runtime/server/files/look.ts', "const { default: sharp } = await import('sharp')"],
    ['a part of a package', 'runtime/server/files/look.ts', "import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'\n"],
    ['what zlib unpacks', 'plugins/work/look.ts', "import { gunzipSync } from 'node:zlib'\n"],
    ['the module of a decoder', 'plugins/work/look.handler.ts', "import look from './decoders/look.decoder.ts'\n"],
    [
      'what browsers decode by',
      'plugins/work/look.ts',
      "import { importOffice } from '../../runtime/core/studio/import/office/importOffice.ts'\n",
    ],
  ])('refuses in the process of the server: %s', (_, path, text) => {
    expect(checkDecoderPlaces(file(path, text))).toHaveLength(1)
  })

  it.each([
    ['in a folder of decoders', 'plugins/work/decoders/look.ts', own],
    ['of a decoder its type', 'plugins/work/look.handler.ts', "import type look from './decoders/look.decoder.ts'\n"],
    ['packing', 'runtime/server/screens/pack.ts', "import { gzipSync } from 'node:zlib'\n"],
    ['in browsers', 'renderer/widgets/PdfSheets.tsx', "import { getDocument } from 'pdfjs-dist'\n"],
  ])('allows %s', (_, path, text) => {
    expect(checkDecoderPlaces(file(path, text))).toEqual([])
  })
})

describe('docstrings', () => {
  const line = 'plugins/a/read.ts: give readNotes a docstring: what it answers, units, errors'

  it.each([
    ['function', 'export function readNotes() {}'],
    ['function behind another one', '/** Adds. */\nexport function addNote() {}\n\nexport async function readNotes() {}'],
    ['function in a constant', 'export const readNotes = (from: number) => from'],
    ['second function of a file with a header', '/** Notes. */\n\nexport function read() {}\n\nexport function readNotes() {}'],
  ])('asks for one: %s', (_, text) => {
    expect(checkDocstrings(file('plugins/a/read.ts', text))).toContain(line)
  })

  it.each([
    ['a docstring', '/** The notes. */\nexport function readNotes() {}'],
    ['a remark for the linter between', '/** The notes. */\n// biome-ignore lint: of a library\nexport function readNotes() {}'],
    ['the header of a file with one function', "/** The notes. */\nimport x from 'x'\n\nexport function readNotes() {}"],
    ['no export', 'function readNotes() {}'],
  ])('takes %s', (_, text) => {
    expect(checkDocstrings(file('plugins/a/read.ts', text))).toEqual([])
  })

  it('leaves tests, scripts and generated files alone', () => {
    const text = 'export function readNotes() {}'
    expect(['tests/a.ts', 'scripts/a.ts', 'plugins/generated/a.ts'].flatMap((path) => checkDocstrings(file(path, text)))).toEqual([])
  })
})

describe('commit subjects', () => {
  const commit = (subject: string) => [{ id: 'abc1234', at: new Date(), subject }]

  it.each([
    [`fix: ${'a'.repeat(68)}`, 'has 73 characters, write at most 72 and the rest in the body'],
    ['Keep the captain', 'does not say what it is: begin with a kind and an area, as "fix(team): keep the captain"'],
    ['fix(team):', 'does not say what it is: begin with a kind and an area, as "fix(team): keep the captain"'],
  ])('refuses %j', (subject, reason) => {
    expect(checkCommitSubjects(commit(subject))).toEqual([`commit abc1234: "${subject}" ${reason}`])
  })

  it.each([`fix: ${'队'.repeat(67)}`, 'feat(pay, team)!: refund a whole team', 'docs: name areas'])('allows %j', (subject) => {
    expect(checkCommitSubjects(commit(subject))).toEqual([])
  })
})

describe('renamed ids', () => {
  const released = ['call note.add', 'page note.list']
  const now = (...ids: string[]) =>
    idsOfFiles(
      ids.map((id) => `schemas/${id}.json`),
      () => '{}',
    )

  it('[RENAME-1] refuses that an id of the last release disappears without an entry, also of another kind', () => {
    expect(checkRenamedIds(released, now('notes/add.call', 'note/list.page', 'note/add.page'), { call: { 'note.list': null } })).toEqual([
      'plugins/migrations/renames.json: the call "note.add" of the last release is gone - add "note.add" with its new id, or with null, under "call"',
    ])
    expect(checkRenamedIds(released, now('notes/add.call', 'note/list.page'), { call: { 'note.add': 'notes.add' } })).toEqual([])
    expect(checkRenamedIds(released, now('note/list.page'), { call: { 'note.add': null } })).toEqual([])
  })

  it('[RENAME-2] refuses entries of what is still there, that lead nowhere, and of no kind; follows entries of several releases', () => {
    const documents = now('note/add.call', 'memo/add.call', 'note/list.page')
    expect(checkRenamedIds(released, documents, { call: { 'note.add': 'memo.add' } })).toEqual([
      expect.stringContaining('there is a call "note.add"'),
    ])
    expect(checkRenamedIds(released, documents, { call: { 'note.put': 'note.set' } })).toEqual([
      expect.stringContaining('leads to the call "note.set"'),
    ])
    expect(checkRenamedIds(released, documents, { call: { 'note.put': 'note.set', 'note.set': 'memo.add' } })).toEqual([])
    expect(checkRenamedIds(released, documents, { calls: {} } as never)).toEqual([expect.stringContaining('"calls" is no kind')])
  })

  it('[RENAME-3] holds entries of handlers to the files of handlers, wherever they stand', () => {
    const handlers = handlersOfFiles([
      'plugins/note/in/add.handler.ts',
      'runtime/server/handlers/document/document.open.handler.ts',
      'plugins/note/b.ts',
    ])
    expect(handlers).toEqual(['handler note.add', 'handler platform.document.open'])
    const known = [...now('note/add.call', 'note/list.page'), ...handlers]
    expect(checkRenamedIds(released, known, { handler: { 'note.put': 'note.add' } })).toEqual([])
    expect(checkRenamedIds(released, known, { handler: { 'note.put': 'note.set' } })).toEqual([
      expect.stringContaining('leads to the handler "note.set"'),
    ])
    expect(checkRenamedIds(released, known, { handler: { 'note.add': 'platform.document.open' } })).toEqual([
      expect.stringContaining('there is a handler "note.add"'),
    ])
  })
})

describe('decisions', () => {
  const decision = (head: string, text = '# Lists grow', name = 'lists-grow') =>
    readDecision(`docs/decisions/lists/${name}.md`, `---\n${head}\n---\n\n${text}\n`)

  it('accepts one with a status, a date and a title', () => {
    expect(checkDecisions([decision('status: accepted\ndate: 2026-11-30')], '.')).toEqual([])
  })

  it.each([
    ['date: 2026-11-30', 'has no status: begin with "---", "status: accepted | replaced | withdrawn"'],
    ['status: maybe\ndate: 2026-11-30', 'has no status: begin with "---", "status: accepted | replaced | withdrawn"'],
    ['status: accepted', 'has no date: add "date: " with year, month and day to its head, as 2026-11-30'],
    ['status: accepted\ndate: 2026-13-30', 'has no date: add "date: " with year, month and day to its head, as 2026-11-30'],
    ['status: replaced\ndate: 2026-11-30', 'a replaced decision, and no other, names its successor: "replaced by: ../group/name.md"'],
    ['status: replaced\ndate: 2026-11-30\nreplaced by: ../lists/gone.md', 'is replaced by ../lists/gone.md, which is not there'],
  ])('refuses the head %j', (head, mistake) => {
    expect(checkDecisions([decision(head)], '.')).toEqual([`docs/decisions/lists/lists-grow.md: ${mistake}`])
  })

  it('refuses one without a title or with another way of naming', () => {
    expect(checkDecisions([decision('status: accepted\ndate: 2026-11-30', 'Lists grow', 'listsGrow')], '.')).toEqual([
      'docs/decisions/lists/listsGrow.md: write the name in small letters, digits and hyphens',
      'docs/decisions/lists/listsGrow.md: has no title: write what holds after "# "',
    ])
  })
})

describe('sizes', () => {
  it('refuses what is beyond its budget, and a size without one', () => {
    expect(checkSizes({ handlers: 4, documents: 9 }, { handlers: 4, documents: 8 })).toEqual([
      'documents: 9, the budget is 8: make it smaller, or raise it in scripts/check/sizes.json and say why in the body of that commit, on a line "Grows: ..."',
    ])
    expect(checkSizes({ pages: 1 }, {})).toEqual(['scripts/check/sizes.json: has no budget for "pages", which is 1'])
  })

  it('asks each commit that raises a budget for a reason', () => {
    const raise = (names: string[], body: string) => ({ commit: 'a1', names, body })
    expect(checkRaises([raise(['handlers'], 'New calls.\n\nGrows: handlers, because rounds have a step more.'), raise([], '')])).toEqual([])
    expect(checkRaises([raise(['handlers'], 'It grows.')])).toEqual([
      'commit a1 raises the budget of handlers: say why in its body, on a line "Grows: ..."',
    ])
  })

  it('counts lines of plugins, and handlers by the names of their files', () => {
    const sources = [
      ...file('plugins/a/b.handler.ts', 'one\ntwo\n'),
      ...file('plugins/a/c.ts', 'one'),
      ...file('plugins/generated/d.ts', 'one\n'),
    ]
    expect(measureSizes('/nowhere', [], sources)).toMatchObject({ documents: 0, handlers: 1, 'lines of plugins': 3 })
  })
})
