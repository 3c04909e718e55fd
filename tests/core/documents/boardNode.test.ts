/** A board is checked as a table is: what it asks, what its cards read, where they may go. */
import { expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { fixtureNames, loadFixture } from '../../fixtures/platform/loadFixture.ts'

const fixture = loadFixture()
const word = (en: string) => ({ zh: `${en}字`, en })
const board = {
  node: 'board',
  source: { call: 'library.loans' },
  field: 'status',
  enum: 'library.state',
  title: '=item.book',
  children: { node: 'text', text: word('{{item.due}}') },
  mayMove: '=item.status == 2 ? [0] : [1, 2]',
  move: { label: word('Move'), steps: { toast: 'success', text: word('{{item.book}} {{to + 1}}') } },
}
const failuresOf = (node: object) =>
  buildPlatform(
    [
      ...fixture.raws,
      {
        file: 'schemas/library/shelf.page.json',
        text: JSON.stringify({ title: word('Shelf'), routes: ['/shelf'], access: 'manageLoan', body: [{ ...board, ...node }] }),
      },
    ],
    fixture.texts,
    fixtureNames,
  ).failures?.map(({ code, path }) => `${code} ${path}`) ?? []

it('[BOARD-19] of a list knows its rows, its columns and where a card goes', () => {
  expect(failuresOf({})).toEqual([])
  expect(failuresOf({ values: ['0', '2'] })).toEqual([])
})

it('[BOARD-20] tells a field that the call does not filter by, a code that the enum has not, and a card that reads what no row has', () => {
  expect(failuresOf({ field: 'due' })).toEqual(['PARAMETER_UNKNOWN /body/0/field'])
  expect(failuresOf({ values: ['0', '7'] })).toEqual(['REFERENCE_UNKNOWN /body/0/values/1'])
  expect(failuresOf({ title: '=item.shelf' }).join()).toContain('/body/0/title')
  expect(failuresOf({ source: { call: 'library.book' } }).join()).toContain('/body/0/')
})
