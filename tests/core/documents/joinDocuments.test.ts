/** What an area adds to documents of another one, which do not name it. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { expandFragments } from '../../../runtime/core/documents/expandFragments.ts'
import { formatFailures } from '../../../runtime/core/documents/formatFailures.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { fixtureNames, loadFixture } from '../../fixtures/platform/loadFixture.ts'

const title = { zh: '社团', en: 'Club' }
const label = title

/** @param added  file below `schemas/club/` -> document in short forms */
function build(added: Readonly<Record<string, object>>) {
  const { raws, texts } = loadFixture()
  const own = Object.entries(added).map(([file, content]) => ({
    file: `schemas/club/${file}.json`,
    text: JSON.stringify({ title, ...content }),
  }))
  return buildPlatform([...raws, ...own], texts, fixtureNames)
}

function built(added: Readonly<Record<string, object>>): Platform {
  const { platform, failures } = build(added)
  if (!platform) throw new Error(formatFailures(failures))
  return platform
}

describe('an area adds to another one', () => {
  it('[JOIN-1] entries of a menu after the one that it names, at the end when that is gone', () => {
    const items = [{ id: 'club', label, to: '/' }]
    const idsOf = (platform: Platform) => platform.get('menu', 'library.header').items.map(({ id }) => id)
    expect(idsOf(built({ 'own.menu': { into: 'library.header', after: 'home', items } }))).toEqual(['home', 'club', 'desk'])
    expect(idsOf(built({ 'own.menu': { into: 'library.header', after: 'gone', items } }))).toEqual(['home', 'desk', 'club'])
    expect(idsOf(built({}))).toEqual(['home', 'desk'])
  })

  it('[JOIN-2] values of an enum, of its type, each code once', () => {
    const values = (code: string) => [{ code, label }]
    const platform = built({ 'own.enum': { into: 'library.genre', after: 'novel', type: 'string', values: values('poem') } })
    expect(platform.get('enum', 'library.genre').values.map(({ code }) => code)).toEqual(['novel', 'poem', 'science'])
    const wrong = { into: 'library.genre', type: 'integer', values: [{ code: 1, label }] }
    expect(build({ 'own.enum': wrong }).failures).toEqual([
      expect.objectContaining({ code: 'TYPE', file: 'schemas/club/own.enum.json', path: '/type', suggestion: 'write "type": "string"' }),
    ])
  })

  it('[JOIN-3] nodes at the end of a fragment, with their data, in their order, wherever that is shown', () => {
    const text = (word: string) => ({ node: 'text', text: { zh: word, en: word } })
    const sources = { clubs: { call: 'library.books', params: { pageNum: 2 } } }
    const platform = built({
      'last.fragment': { into: 'library.count', order: 2, body: text('last') },
      'first.fragment': { into: 'library.count', order: 1, sources, body: text('first') },
    })
    const body = [{ node: 'fragment', fragment: 'library.count' }] as const
    const whole = expandFragments({ body: [...body] } as never, (id) => platform.get('fragment', id)) as unknown as {
      body: { text?: { en: string } }[]
      sources: object
    }
    expect(whole.body.map(({ text: words }) => words?.en)).toEqual([undefined, 'first', 'last'])
    expect(Object.keys(whole.sources)).toEqual(['shelf', 'clubs'])
  })

  it('[JOIN-4] values that a call answers and rows that it finds; mistakes in them are its own', () => {
    const addition = {
      into: 'library.books',
      after: 'title',
      output: [{ long: '=size(row.title) > 40' }],
      orWhere: "=row.genre == 'novel'",
    }
    const { operation, output } = built({ 'own.addition': addition }).get('call', 'library.books')
    expect(output).toEqual(['id', 'title', { name: 'long', cel: 'size(row.title) > 40' }, 'genre', 'isFree', expect.anything()])
    expect(operation).toMatchObject({ where: { cel: "(row.copies > 0) || (row.genre == 'novel')" } })
    const wrong = build({ 'own.addition': { ...addition, output: [{ long: '=size(row.titel) > 40' }] } })
    expect(wrong.failures).toEqual([expect.objectContaining({ file: 'schemas/club/own.addition.json', path: '/output/0/long' })])
  })

  it('[JOIN-6] no rows past the reach of a call, and nothing that takes its reach away', () => {
    const found = (orWhere: string) => build({ 'own.addition': { into: 'library.loans', orWhere } }).failures
    expect(found('=row.bookId.copies == 0')).toBeUndefined()
    expect(found("=row.branchId in reach('manageLoan', 'branch')")).toEqual([
      expect.objectContaining({ code: 'VALUE', file: 'schemas/club/own.addition.json', path: '/orWhere', found: 'reach()' }),
    ])
  })

  it('[JOIN-5] what runs every hour; and says where what it adds belongs', () => {
    const [handler] = [...fixtureNames.handlers]
    const before = built({}).app.hourly ?? []
    expect(built({ 'own.addition': { hourly: [handler] } }).app.hourly).toEqual([...new Set([...before, handler])])
    const codes = (content: object) => build({ 'own.addition': content }).failures?.map(({ code, path }) => `${code} ${path}`)
    expect(codes({})).toEqual(['VALUE '])
    expect(codes({ output: ['id'] })).toEqual(['VALUE /into'])
    expect(codes({ into: 'library.books', hourly: [handler], output: ['lent'] })).toEqual(['VALUE /hourly'])
    expect(codes({ into: 'library.gone', output: ['id'] })).toEqual(['REFERENCE_UNKNOWN /into'])
  })
})
