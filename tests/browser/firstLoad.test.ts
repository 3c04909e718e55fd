import { afterEach, describe, expect, inject, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../harness/openPage.ts'

const MAX_SCRIPT_BYTES = 200_000

describe('first load of a public page', () => {
  let visit: OpenPage | undefined
  afterEach(() => visit?.close())

  it('brings at most 200 kB of gzipped JavaScript', async () => {
    visit = await openPage({ fresh: true })
    const scripts: Promise<number>[] = []
    visit.page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await openPath(visit.page, '/')
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  })

  it('runs under a policy without eval and inline script, and breaks none of it', async () => {
    const reply = await fetch(inject('serverUrl'))
    const policy = reply.headers.get('content-security-policy') ?? ''
    const directives = Object.fromEntries(
      policy.split(';').map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1).join(' ')]),
    )
    expect(directives).toMatchObject({ 'script-src': "'self'", 'object-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'self'" })
    expect(directives['style-src']).toMatch(/^'self' 'nonce-[\w+/=]+'$/)
    expect(await reply.text()).not.toMatch(/<script(?![^>]*(?:\bsrc=|type="application\/(?:ld\+)?json"))|\sstyle=|\son\w+=/)

    visit = await openPage({ path: '/' })
    expect(visit.problems).toEqual([])
    await expect.poll(() => visit!.page.locator('#root > *').count()).toBeGreaterThan(0)
  })
})
