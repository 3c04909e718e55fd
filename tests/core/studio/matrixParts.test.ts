import { describe, expect, it } from 'vitest'
import type { FormField } from '../../../runtime/core/documents.ts'
import { matrixColumns, withCellKind } from '../../../runtime/core/studio/matrixParts.ts'

const text = (en: string): FormField => ({ type: 'string', title: { zh: en, en }, maxLength: 200 })
const row = (en: string): FormField => ({
  type: 'object',
  title: { zh: en, en },
  properties: { first: text('First'), second: text('Second') },
})
const TABLE: FormField = { type: 'object', 'x-widget': 'matrix', properties: { one: row('One'), two: row('Two') } }
const OPTIONS = [{ value: 'a', label: { zh: '甲', en: 'A' } }]

describe('columns of a table to fill in', () => {
  it('[STUDIO-25] take another kind of answer in every row, keep their titles, and leave the other columns as they are', () => {
    const table = withCellKind(withCellKind(TABLE, 'first', 'number', []), 'second', 'choice', OPTIONS)
    expect(matrixColumns(table)).toEqual([
      { name: 'first', title: { zh: 'First', en: 'First' }, kind: 'number', options: [] },
      { name: 'second', title: { zh: 'Second', en: 'Second' }, kind: 'choice', options: OPTIONS },
    ])
    for (const each of Object.values(table.properties!)) expect(Object.keys(each.properties!)).toEqual(['first', 'second'])
    expect(withCellKind(table, 'first', 'number', [])).toEqual(table)
    expect(matrixColumns(withCellKind(table, 'second', 'yesNo', OPTIONS))[1]).toMatchObject({ kind: 'yesNo', options: [] })
  })
})
