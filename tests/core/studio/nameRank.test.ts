import { expect, it } from 'vitest'
import { nameRank } from '../../../renderer/studio/design/isNamed.ts'

const kind = (id: string, zh: string, en: string) => ({ id, title: { zh, en } })
const KINDS = [
  kind('phone', '手机号', 'Phone number'),
  kind('unitNumber', '带单位的数字', 'Number with a unit'),
  kind('number', '数字', 'Number'),
]
const sorted = (words: string) => [...KINDS].sort((one, other) => nameRank(one, words) - nameRank(other, words)).map(({ id }) => id)

it('[INSERT-1] a kind of field with the whole name comes before one that begins with it, and that before one that has it inside', () => {
  expect(sorted('number')).toEqual(['number', 'unitNumber', 'phone'])
  expect(sorted('数字')[0]).toBe('number')
  expect(sorted('PHONE')[0]).toBe('phone')
})
