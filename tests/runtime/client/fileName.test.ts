import { expect, it } from 'vitest'
import { fileName } from '../../../runtime/client/http.ts'

it('takes the encoded name of a download before the plain one', () => {
  expect(fileName(`attachment; filename="list.xlsx"; filename*=UTF-8''%E5%90%8D%E5%8D%95.xlsx`)).toBe('名单.xlsx')
})
it('takes the plain name when the encoded one is broken or absent', () => {
  expect(fileName(`attachment; filename="list.xlsx"; filename*=UTF-8''%E5%9`)).toBe('list.xlsx')
  expect(fileName('attachment; filename=list.xlsx')).toBe('list.xlsx')
})
it('reads what RFC 5987 and RFC 6266 allow: a language, letter case, quotes inside of quotes', () => {
  expect(fileName(`attachment; FILENAME*=utf-8'zh-CN'%E5%90%8D%E5%8D%95.xlsx`)).toBe('名单.xlsx')
  expect(fileName('attachment; filename="a; \\"b\\".xlsx"; size=3')).toBe('a; "b".xlsx')
})
it('knows no name without a header', () => {
  expect(fileName(null)).toBeNull()
  expect(fileName('inline')).toBeNull()
})
