import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkLongExpressions, mistakeOf } from '../../../scripts/check/longExpressions.ts'

describe('[EXPR-1] the length of expressions', () => {
  it.each([
    [`row.a && ${'row.bcde && '.repeat(12)}row.c`, '158 characters, at most 120 - write cases, all or any, or name a part by let'],
    ['a ? 1 : b ? 2 : 3', '2 times "?", at most 1 - write cases'],
    ["lang == 'zh' ? '是' : 'Yes'", 'reads lang - write a text in two languages, { "zh": ..., "en": ... }'],
    ['row.title[lang]', 'reads lang - write a text in two languages, { "zh": ..., "en": ... }'],
    ["'/notes/' + row.id", '"/notes/" - write the address by its page, { "page": ..., "with": { ... } }'],
  ])('refuses %s', (cel, mistake) => {
    expect(mistakeOf(cel)).toBe(mistake)
  })

  it.each([
    'lang',
    "'/a text alone, which may be as long as a text is: it is no expression but what people read, in one language for all of them'",
    "path.startsWith('/notes') || path == '/'",
    "address('/notes/:id', {'id': row.id}, '/notes/:id')",
    `rows('notes.note').exists(n, n.bookId == row.id && n.state in ['open', 'closed'] && n.${'x'.repeat(60)} == 1)`,
    'a ? 1 : 2',
  ])('takes %s', (cel) => {
    expect(mistakeOf(cel)).toBeUndefined()
  })

  it('looks into every expression of a document, and asks for a reason or its removal', () => {
    const root = mkdtempSync(join(tmpdir(), 'expressions-'))
    const files = ['schemas/a/b.page.json', 'schemas/a/c.entity.json', 'schemas/kinds/d.json']
    for (const folder of ['a', 'kinds']) mkdirSync(join(root, 'schemas', folder), { recursive: true })
    writeFileSync(
      join(root, files[0]!),
      JSON.stringify({ body: [{ when: '=a ? 1 : b ? 2 : 3', text: { zh: '{{n := x[lang]}}', en: '' } }] }),
    )
    writeFileSync(join(root, files[1]!), JSON.stringify({ checks: [{ cel: 'a ? 1 : b ? 2 : 3' }] }))
    writeFileSync(join(root, files[2]!), JSON.stringify({ when: '=a ? 1 : b ? 2 : 3' }))
    const reasons = { 'schemas/a/c.entity.json#/checks/0/cel': 'one constraint', 'schemas/a/b.page.json#/gone': 'was there once' }
    expect(checkLongExpressions(root, files, reasons).map((line) => line.split(' - ')[0])).toEqual([
      'schemas/a/b.page.json#/body/0/when: 2 times "?", at most 1',
      'schemas/a/b.page.json#/body/0/text/zh: reads lang',
      'schemas/a/b.page.json#/gone: has a reason in scripts/check/longExpressions.ts, and needs none',
    ])
  })
})
