import { describe, expect, it } from 'vitest'
import { acceptReturn, withoutParameter, withParameter } from '../../../runtime/core/returnAddress.ts'

const LISTED = ['https://www.example.org', 'http://127.0.0.1:8080']

describe('acceptReturn', () => {
  it.each([
    ['/details?competitionId=3#top', '/details?competitionId=3#top'],
    ['/', '/'],
    ['https://www.example.org/a?b=1', 'https://www.example.org/a?b=1'],
    ['HTTPS://WWW.example.org:443/a', 'https://www.example.org/a'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['/a/https://evil.example', '/a/https://evil.example'],
  ])('takes %s', (address, accepted) => {
    expect(acceptReturn(address, LISTED)).toBe(accepted)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example\t',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'https://www.example.org@evil.example/',
    'https://www.example.org:443@evil.example/',
    'https://user:secret@www.example.org/',
    'https://www.example.org.evil.example/',
    'https://www.example.org:8443/',
    'http://www.example.org/',
    'https:/evil.example',
    'https:evil.example',
    'https:///www.example.org/',
    'https:\\\\www.example.org',
    'https%3A%2F%2Fwww.example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    ' https://www.example.org/',
    '',
    `/${'a'.repeat(2000)}`,
    null,
    7,
  ])('refuses %j', (address) => {
    expect(acceptReturn(address, LISTED)).toBeNull()
  })
})

describe('parameters of an address', () => {
  it('come and go without touching how the rest is written', () => {
    const address = '/a?x=%20+b&y#hash'
    expect(withParameter(address, 'ticket', 'a b')).toBe('/a?x=%20+b&y&ticket=a%20b#hash')
    expect(withoutParameter(withParameter(address, 'ticket', 'a b'), 'ticket')).toBe(address)
    expect(withoutParameter(withParameter('/a', 'ticket', '1'), 'ticket')).toBe('/a')
    expect(withoutParameter('/a?autoLogin&b=1', 'autoLogin')).toBe('/a?b=1')
  })
})
