/** Published documents as files that a developer commits. */
import { describe, expect, it } from 'vitest'
import { filesOfPublished, type PublishedDocument } from '../../../runtime/core/documents/filesOfPublished.ts'
import { readFileName } from '../../../runtime/core/documents/parseDocument.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import { madeFiles } from '../../../runtime/core/documents/readDocuments.ts'
import { longForm } from '../../../runtime/core/language/longForm.ts'
import type { RawDocument } from '../../../runtime/core/platform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const word = (en: string) => ({ zh: `${en}字`, en })
const raw = (file: string, content: object): RawDocument => ({ file, text: JSON.stringify(content) })
const long = ({ file, text }: RawDocument): PublishedDocument => {
  const name = readFileName(file)
  if (!('kind' in name)) throw new Error(file)
  return { ...name, content: longForm(name.kind, name.id, JSON.parse(text)).content }
}
const publish = (kind: PublishedDocument['kind'], id: string, content: object) =>
  long(raw(`schemas/${id.replace('.', '/')}.${kind}.json`, content))
/** What files stand for: kind and id -> content. */
const read = (files: readonly RawDocument[]) =>
  Object.fromEntries(files.flatMap(madeFiles).map((one) => [`${long(one).kind} ${long(one).id}`, long(one).content]))
const named = (files: readonly RawDocument[]) => Object.fromEntries(files.map(({ file, text }) => [file, JSON.parse(text)]))

const FILE = 'schemas/library/desk/shelf.page.json'
const table = { title: word('Shelf'), source: { call: 'library.loans' }, columns: [{ field: 'book', title: word('Book') }] }
const page = {
  title: word('Shelf'),
  routes: ['/shelf'],
  access: 'manageLoan',
  body: [{ node: 'table', table: { as: 'shelved', ...table } }],
}
const builtIn = { raws: [raw(FILE, page)], texts: [] }

describe('published documents as files', () => {
  it('stand in the file of the built-in one, in the form in which the project prints it', () => {
    const { body: _, ...rest } = page
    const changed = { ...rest, title: word('Stock'), body: [{ node: 'table', table: 'library.shelved' }] }
    const files = filesOfPublished(builtIn, [publish('page', 'library.shelf', changed)])
    expect(named(files)).toEqual({ [FILE]: { ...page, title: word('Stock'), body: { node: 'table', table: { as: 'shelved', ...table } } } })
    expect(files[0]!.text).toBe(`${printDocument('page', JSON.parse(files[0]!.text))}\n`)
  })

  it('stay where they are written in place of their name, and have a file beside when nothing names them there any more', () => {
    const changed = publish('table', 'library.shelved', { ...table, title: word('Stock') })
    expect(named(filesOfPublished(builtIn, [changed]))[FILE].body.table).toEqual({ as: 'shelved', ...table, title: word('Stock') })
    const emptied = publish('page', 'library.shelf', { ...page, body: { node: 'text', text: word('Closed') } })
    const files = filesOfPublished(builtIn, [emptied, changed])
    expect(files.map(({ file }) => file)).toEqual([FILE, 'schemas/library/desk/shelved.table.json'].sort())
    expect(read(files)).toMatchObject({ 'table library.shelved': { title: word('Stock') } })
  })

  it('that are new have files of their own', () => {
    const files = filesOfPublished(builtIn, [publish('table', 'stock.list', table), publish('page', 'stock.all', page)])
    expect(files.map(({ file }) => file)).toEqual(['schemas/stock/all.page.json', 'schemas/stock/list.table.json'])
    expect(filesOfPublished(builtIn, [])).toEqual([])
  })

  it('change the words of locale files in both languages; words that fit no longer stay as they are built-in', () => {
    const texts = (['zh', 'en'] as const).map((lang) =>
      raw(`schemas/locales/${lang}/library.json`, { $title: 'x', loan: { late: `${lang} late`, count: `${lang} {{count}}` } }),
    )
    const words = { 'loan.late': word('Overdue'), 'loan.count': word('no place'), 'loan.gone': word('Gone') }
    const files = filesOfPublished({ raws: [], texts }, [publish('texts', 'locales.library', { title: word('x'), texts: words })])
    expect(named(files)).toEqual({
      'schemas/locales/en/library.json': { $title: 'x', loan: { late: 'Overdue', count: 'en {{count}}' } },
      'schemas/locales/zh/library.json': { $title: 'x', loan: { late: 'Overdue字', count: 'zh {{count}}' } },
    })
  })

  it('say the same as what was published, for every built-in document that shares its file', { timeout: 60_000 }, () => {
    const files = loadFiles(PROJECT_DIRECTORY)
    const failed: string[] = []
    for (const one of files.raws) {
      const before = read([one])
      const names = Object.keys(before)
      if (names.length === 1) continue
      const changed = Object.fromEntries(names.map((name) => [name, withChange(name, before[name]!)]))
      // all that it holds, and alone what a resource says within another member
      const single = one.text.includes('"export":') ? names.filter((name) => name.startsWith('call ')) : []
      for (const some of [names, ...single.map((name) => [name])]) {
        const published = some.map((name) => ({ ...namedAs(name), content: changed[name]! }))
        const after = read(filesOfPublished({ raws: [one], texts: [] }, published))
        const wanted = { ...before, ...Object.fromEntries(some.map((name) => [name, changed[name]!])) }
        // a resource says its calls, so that it changes with them
        const isSame = Object.entries(wanted).every(
          ([name, content]) => name.startsWith('resource ') || JSON.stringify(sorted(after[name])) === JSON.stringify(sorted(content)),
        )
        if (!isSame) failed.push(some.join())
      }
    }
    expect(failed).toEqual([])
  })
})

const namedAs = (name: string) => {
  const [kind, id] = name.split(' ') as [string, string]
  return { kind, id }
}

/** The title of a resource is in the titles of its calls. */
function withChange(name: string, content: object): object {
  return name.startsWith('resource ') ? { ...content, description: 'Changed.' } : { ...content, title: word('Changed') }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
