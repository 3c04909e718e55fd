/** `npm run docs`: what it serves, asked over HTTP. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDocsServer } from '../../../scripts/docs/createDocsServer.ts'
import { readSite } from '../../../scripts/docs/readSite.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const site = readSite(PROJECT_DIRECTORY)
let server: Server
let base: string
beforeAll(async () => {
  server = createDocsServer(PROJECT_DIRECTORY).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server?.close())

const read = async (path: string) => (await fetch(base + path)).text()

describe('[DOCS-2] the site of the docs', () => {
  it('begins with the guide', async () => {
    const reply = await fetch(`${base}/`)
    expect(new URL(reply.url).pathname).toBe('/guide/README.md')
    expect(await reply.text()).toContain('A guide in twelve pages</h1>')
  })

  it('leads with each link to a page and a heading that are there', () => {
    const anchors = new Map(
      [...site].map(([address, { html }]) => [address, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    )
    const dead = [...site.values()].flatMap(({ address, html }) =>
      [...html.matchAll(/<a href="([^"]*)"/g)].flatMap(([, href = '']) => {
        if (/^https?:/.test(href) || href === '#') return []
        const [path = '', anchor] = href.split('#')
        const found = anchors.get(decodeURI(path) || address)
        return found && (anchor === undefined || found.has(decodeURI(anchor))) ? [] : [`${address}: ${href}`]
      }),
    )
    expect(dead).toEqual([])
  })

  it('finds a section by words of it, also with a mistake', async () => {
    expect(await read('/search?words=public+profile+address')).toMatch(/<li><a href="\/decisions\/[^"]+public-profile[^"]*"/)
    expect(await read('/search?words=transitons')).toContain('/guide/06-flow.md#')
    expect(await read('/search?words=%3Cscript%3E')).not.toContain('<script>')
  })

  it('shows status and date of a decision, and no marker of a quotation', async () => {
    expect(await read('/decisions/tests-and-build/decision-is-a-file-with-a-status-and-a-date.md')).toContain(
      '<p class="facts">status: accepted · date: 2026-11-30</p>',
    )
    expect(await read('/guide/03-rights.md')).not.toContain('quote:')
  })

  it('serves nothing outside of docs', async () => {
    for (const path of ['/..%2fpackage.json', '/%2e%2e/README.md', '/nothing.md', '/..%2frenderer%2fpublic%2ffavicon.svg'])
      expect((await fetch(base + path)).status).toBe(404)
  })
})
