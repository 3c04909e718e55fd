import { expect, it } from 'vitest'
import { activeItem } from '../../renderer/chrome/useMenu.ts'
import type { MenuItem } from '../../runtime/core/documents.ts'

const item = (id: string, more: Partial<MenuItem>): MenuItem => ({ id, label: id, ...more })
const items = [
  item('home', { to: '/', activeOn: ['/$'] }),
  item('rest', { to: '/list', activeOn: ['*'] }),
  item('help', { to: '/help', children: [item('downloads', { to: '/help/downloads' })] }),
]
const activeOn = (path: string): string | undefined => activeItem(items, path)?.id

it('gives a path to the item with the longest beginning', () => {
  expect(activeOn('/help/questions')).toBe('help')
  expect(activeOn('/help/downloads/3')).toBe('downloads')
})
it('wants the whole path where a beginning ends with $', () => {
  expect(activeOn('/')).toBe('home')
})
it('gives what nobody claims to the item with the star', () => {
  expect(activeOn('/anything')).toBe('rest')
  expect(activeOn('/helpless')).toBe('rest')
})
it('gives nothing behind a ! to the item with the star', () => {
  const narrower = [item('home', { to: '/', activeOn: ['/$'] }), item('rest', { to: '/list', activeOn: ['*', '!/register'] })]
  expect(activeItem(narrower, '/register/organisation')).toBe(null)
  expect(activeItem(narrower, '/registers')?.id).toBe('rest')
})
