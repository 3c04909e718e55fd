import { describe, expect, it } from 'vitest'
import { matchRoute } from '../../../runtime/client/routes.ts'
import { isForeign, safeAddress } from '../../../runtime/core/safeAddress.ts'
import type { BootRoute } from '../../../runtime/core/wire.ts'

const route = (path: string): BootRoute => ({ path, page: path, title: path, chrome: 'site', state: 'open' })
const routes = ['/details/:detailsId', '/details/awards', '/:any/awards', '/', '/signUp', '/signup'].map(route)

describe('matchRoute', () => {
  it('takes a fixed part before a parameter, whatever the order of the routes', () => {
    expect(matchRoute(routes, '/details/awards')?.route.path).toBe('/details/awards')
    expect(matchRoute([...routes].reverse(), '/details/awards')?.route.path).toBe('/details/awards')
  })
  it('decodes parameters and leaves a broken escape as it is', () => {
    expect(matchRoute(routes, '/details/%E8%B5%9B')?.params).toEqual({ detailsId: '赛' })
    expect(matchRoute(routes, '/details/%E8%')?.params).toEqual({ detailsId: '%E8%' })
  })
  it('minds the case of letters', () => {
    expect(matchRoute(routes, '/signUp')?.route.path).toBe('/signUp')
    expect(matchRoute(routes, '/signup')?.route.path).toBe('/signup')
    expect(matchRoute(routes, '/SIGNUP')).toBeNull()
  })
  it('tolerates a slash at the end and knows nothing of other lengths', () => {
    expect(matchRoute(routes, '/signup/')?.route.path).toBe('/signup')
    expect(matchRoute(routes, '/details/1/2')).toBeNull()
  })
})

describe('safeAddress', () => {
  it('refuses script and protocol-relative addresses', () => {
    expect(safeAddress('javascript:alert(1)')).toBeNull()
    expect(safeAddress('data:text/html,x')).toBeNull()
    expect(safeAddress('//evil.example/')).toBeNull()
  })
  it('keeps foreign web addresses and roots everything else', () => {
    expect(safeAddress('https://example.org/a')).toBe('https://example.org/a')
    expect(isForeign('https://example.org/a')).toBe(true)
    expect(safeAddress('details?x=1')).toBe('/details?x=1')
    expect(isForeign('/details?x=1')).toBe(false)
  })
})
