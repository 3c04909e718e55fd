import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson, contentHash } from '../../../runtime/core/documents/contentHash.ts'
import { sha256 } from '../../../runtime/core/documents/sha256.ts'
import fc from '../../harness/fastCheck.ts'

describe('content hashes', () => {
  it('are SHA-256 of the UTF-8 bytes, as Node computes it, at every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const text = '中a'.repeat(length).slice(0, length)
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => sha256(text) === createHash('sha256').update(text).digest('hex')))
  })

  it('depend on the order of keys and of lists, which both say something', () => {
    expect(contentHash({ a: 1, b: [1, 2] })).toBe(contentHash(JSON.parse(' { "a": 1, "b": [1, 2] }')))
    expect(contentHash({ a: 1, b: 2 })).not.toBe(contentHash({ b: 2, a: 1 }))
    expect(contentHash([1, 2])).not.toBe(contentHash([2, 1]))
  })

  it('have a canonical form for contents whose order of keys says nothing', () => {
    expect(canonicalJson({ b: [true, 'é"\n', 1.5e3], a: undefined, A: {} })).toBe('{"A":{},"b":[true,"é\\"\\n",1500]}')
    expect(canonicalJson({ a: 1, b: { d: 1, c: 2 } })).toBe(canonicalJson({ b: { c: 2, d: 1 }, a: 1 }))
  })
})
