import { describe, expect, it } from 'vitest'
import { facetsReply } from '../../../runtime/server/calls/operations/facets.ts'

describe('facets', () => {
  it('are not told of more rows than are counted for a page', () => {
    const rows = (read: number) => [
      { facet: 'level', value: 'national', rows: 3 },
      { facet: '.all', value: null, rows: read },
    ]
    expect(facetsReply(rows(20_000), ['level', 'mode'])).toEqual({ level: { national: 3 }, mode: {} })
    expect(facetsReply(rows(20_001), ['level', 'mode'])).toBeNull()
  })
})
