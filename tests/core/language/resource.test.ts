/** A resource stands for calls. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { RawDocument } from '../../../runtime/core/platform.ts'
import { loadFixture, fixtureNames as ownNames } from '../../fixtures/platform/loadFixture.ts'

const word = (en: string) => ({ zh: `${en}字`, en })
const fixture = loadFixture()
const names = { ...ownNames, handlers: new Set([...ownNames.handlers, 'library.printCard']) }
const FILE = 'schemas/library/volume.resource.json'
const EVERYWHERE = { permission: 'manageLoan', everywhere: true }
const volume = { title: word('Book'), entity: 'library.book', path: 'api/library/volumes', access: EVERYWHERE }
const raw = (file: string, content: object): RawDocument => ({ file, text: JSON.stringify(content) })
const build = (...documents: RawDocument[]) => buildPlatform([...fixture.raws, ...documents], fixture.texts, names)

/** A call as the platform has it. */
function call(id: string, ...documents: RawDocument[]) {
  const { platform, failures } = build(...documents)
  expect(failures).toBeUndefined()
  return platform!.get('call', id)
}

/** The same call out of a resource and out of a document of its own. */
function expectSame(name: string, calls: object, written: object, more: object = {}): void {
  const made = call(`library.${name}`, raw(FILE, { ...volume, ...more, calls }))
  expect(made).toEqual(call(`library.${name}`, raw(`schemas/library/${name}.call.json`, written)))
}

function refused(...documents: RawDocument[]) {
  return build(...documents).failures?.map(({ code, file, path }) => `${code} ${file}#${path}`)
}

describe('[LANG-70] a resource stands for one call for each of its members', () => {
  it('with access, address, entity and the row of an id from the resource', () => {
    const at = (path: string) => ({ path, access: EVERYWHERE })
    expectSame(
      'volumes',
      { volumes: { kind: 'list', output: ['id', 'title'] } },
      {
        ...at('GET api/library/volumes/volumes'),
        title: word('Book'),
        list: 'library.book',
        output: ['id', 'title'],
      },
    )
    expectSame(
      'update',
      { update: { input: { title: 'text ..100' }, where: '=row.lent == 0', set: { '...input': ['title'] } } },
      {
        ...at('POST api/library/volumes/update'),
        title: { zh: '编辑Book字', en: 'Edit: Book' },
        input: { id: 'id', title: 'text ..100' },
        update: 'library.book',
        where: '=row.lent == 0',
        by: { id: '=input.id' },
        set: { '...input': ['title'] },
        output: ['id'],
      },
    )
    expectSame(
      'remove',
      { remove: { path: 'POST ./drop', log: word('Dropped') } },
      {
        ...at('POST api/library/volumes/drop'),
        title: { zh: '删除Book字', en: 'Delete: Book' },
        remove: 'library.book',
        log: { title: word('Dropped'), entity: 'library.book' },
      },
    )
  })

  it('each of which may say something else, or be the handler of its id', () => {
    expectSame(
      'open',
      { open: { kind: 'get', title: word('One'), path: 'GET api/library/open/:id', access: 'public', output: ['title'] } },
      { title: word('One'), path: 'GET api/library/open/:id', access: 'public', get: 'library.book', output: ['title'] },
    )
    expectSame(
      'printCard',
      { printCard: { title: word('Card'), output: { sent: 'integer' }, log: true } },
      {
        title: word('Card'),
        path: 'POST api/library/volumes/printCard',
        access: EVERYWHERE,
        handler: 'library.printCard',
        output: { sent: 'integer' },
        log: { title: word('Card'), entity: 'library.book' },
      },
    )
  })

  it('and an export of a list has its rows', () => {
    const rows = { filter: ['genre'], search: ['title'], output: ['id', 'title'] }
    const file = { fileName: word('books'), columns: [{ field: 'title', title: word('Title') }] }
    expectSame(
      'sheet',
      { volumes: { kind: 'list', ...rows, export: { as: 'sheet', title: word('Sheet'), file } } },
      { title: word('Sheet'), path: 'POST api/library/volumes/sheet', access: EVERYWHERE, export: 'library.book', ...rows, file },
    )
  })
})

describe('[LANG-71] a thing with a bin', () => {
  it('is deleted, listed and restored by calls that follow from it, and is read outside the bin', () => {
    const entity = raw('schemas/library/note.entity.json', {
      title: word('Note'),
      fields: { text: { type: 'string', maxLength: 20 }, removedAt: { type: 'datetime' } },
    })
    const note = raw('schemas/library/note.resource.json', {
      ...{ title: word('Note'), entity: 'library.note', path: 'api/library/notes', access: EVERYWHERE, output: ['id', 'text'] },
      ...{
        bin: { remove: 'dropNote', removed: 'dropped', restore: 'fetchNote' },
        calls: { notes: { kind: 'list' }, dropped: { output: ['id'] } },
      },
    })
    const { platform, failures } = build(entity, note)
    expect(failures).toBeUndefined()
    const of = (id: string) => platform!.get('call', id).operation
    expect(of('library.notes')).toMatchObject({ kind: 'list', where: { cel: 'row.removedAt == null' } })
    expect(of('library.dropNote')).toMatchObject({
      kind: 'update',
      where: { cel: 'row.removedAt == null' },
      set: { removedAt: { cel: 'now' } },
    })
    expect(of('library.dropped')).toMatchObject({ kind: 'list', where: { cel: 'row.removedAt != null' } })
    expect(of('library.fetchNote')).toMatchObject({ kind: 'update', where: { cel: 'row.removedAt != null' }, set: { removedAt: null } })
  })
})

describe('[LANG-72] a mistake in a call of a resource is told where the resource says it', () => {
  it('in a member, in what it inherits, and where its id is taken', () => {
    expect(refused(raw(FILE, { ...volume, calls: { volumes: { kind: 'list', output: ['id', 'titel'] } } }))).toEqual([
      `FIELD_UNKNOWN ${FILE}#/calls/volumes/output/1`,
    ])
    expect(refused(raw(FILE, { ...volume, calls: { volumes: { kind: 'list', serch: ['title'], output: ['id'] } } }))).toEqual([
      `KEY_UNKNOWN ${FILE}#/calls/volumes/serch`,
    ])
    expect(refused(raw(FILE, { ...volume, access: { permission: 'manageLons', everywhere: true }, calls: { remove: {} } }))?.[0]).toBe(
      `PERMISSION_UNKNOWN ${FILE}#/access/permission`,
    )
    expect(refused(raw(FILE, { ...volume, calls: { tell: { title: word('Tell'), output: 'null' } } }))).toEqual([
      `ID_DUPLICATE ${FILE}#/calls/tell`,
    ])
    expect(refused(raw(FILE, { ...volume, calls: { lookUp: { title: word('Look'), output: 'null' } } }))).toEqual([
      `NAME_UNKNOWN ${FILE}#/calls/lookUp/handler`,
    ])
  })
})

describe('[LANG-73] stored documents', () => {
  const shipped = raw(FILE, { ...volume, calls: { volumes: { kind: 'list', output: ['id'] }, remove: {} } })

  it('a published resource takes the place of the built-in one with all its calls', () => {
    const stored = raw('document:library.volume.resource@0123', { ...volume, calls: { volumes: { kind: 'list', output: ['title'] } } })
    const { platform } = build(shipped, stored)
    expect(platform!.get('call', 'library.volumes').output).toEqual(['title'])
    expect(platform!.documents.call.has('library.remove')).toBe(false)
  })

  it('a published call takes the place of the one that a resource stands for', () => {
    const stored = raw('document:library.volumes.call@0123', {
      ...{ title: word('Books'), path: 'GET api/library/volumes', access: EVERYWHERE },
      ...{ list: 'library.book', output: ['genre'] },
    })
    const { platform } = build(shipped, stored)
    expect(platform!.get('call', 'library.volumes').output).toEqual(['genre'])
    expect(platform!.documents.call.has('library.remove')).toBe(true)
  })
})
