import { expect, it } from 'vitest'
import { pagesShown } from '../../renderer/widgets/light/Pagination.tsx'

it('shows the ends and the neighbours, and gaps between', () => {
  expect(pagesShown(6, 20)).toEqual([1, null, 5, 6, 7, null, 20])
})
it('shows a page rather than a gap of one', () => {
  expect(pagesShown(4, 6)).toEqual([1, 2, 3, 4, 5, 6])
})
it('shows no last page while no one knows it', () => {
  expect(pagesShown(1, Number.POSITIVE_INFINITY)).toEqual([1, 2, null])
  expect(pagesShown(6, Number.POSITIVE_INFINITY)).toEqual([1, null, 5, 6, 7, null])
})
it('shows nothing beyond the ends', () => {
  expect(pagesShown(1, 2)).toEqual([1, 2])
})
