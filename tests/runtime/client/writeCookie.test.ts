import { afterEach, expect, it, vi } from 'vitest'
import { writeCookie } from '../../../runtime/client/writeCookie.ts'

afterEach(() => vi.unstubAllGlobals())

function written(hostname: string, facts: { days: number; domain?: string }): string {
  const document = { cookie: '' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { hostname })
  writeCookie('lang', 'en', facts)
  return document.cookie
}

it('[SPEC-9] lasts as long as it is told', () => {
  expect(written('www.example.org', { days: 1 })).toBe('lang=en; path=/; max-age=86400; samesite=lax')
})
it('[SPEC-4] is set for the parent domain on its hosts, and for the host alone elsewhere', () => {
  const facts = { days: 365, domain: 'example.org' }
  for (const host of ['www.example.org', 'example.org']) expect(written(host, facts)).toMatch(/; domain=example\.org$/)
  for (const host of ['localhost', 'badexample.org']) expect(written(host, facts)).not.toContain('domain')
})
