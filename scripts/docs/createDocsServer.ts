/** Serves the pages of `docs/` with a search. Nothing of it runs in the browser. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import MiniSearch from 'minisearch'
import { escapeHtml } from '../../runtime/core/escapeHtml.ts'
import { readSite, type SitePage } from './readSite.ts'
import { siteStyle } from './siteStyle.ts'

const PICTURES: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.png': 'image/png', '.svg': 'image/svg+xml' }
const FIRST = '/guide/README.md'
const MAX_FOUND = 30
const SHOWN_LETTERS = 160

/** @param root folder of the project: pages are read once */
export function createDocsServer(root: string): Server {
  const site = readSite(root)
  const search = searchOf(site)
  return createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const send = (status: number, type: string, body: string | Buffer) =>
      reply.writeHead(status, { 'content-type': type, 'content-security-policy': "default-src 'self'" }).end(body)
    const html = (status: number, title: string, body: string, words = '') =>
      send(status, 'text/html; charset=utf-8', framed({ site, title, body, words }))
    if (pathname === '/') return reply.writeHead(302, { location: FIRST }).end()
    if (pathname === '/style.css') return send(200, 'text/css; charset=utf-8', siteStyle)
    const words = searchParams.get('words') ?? ''
    if (pathname === '/search') return html(200, 'Search', found(words, search), words)
    const page = site.get(decodeURI(pathname))
    if (page) return html(200, page.title, page.html)
    const picture = pictureAt(root, decodeURI(pathname))
    return picture ? send(200, picture.type, picture.body) : html(404, 'Not found', `<h1>Not found</h1><p>${escapeHtml(pathname)}</p>`)
  })
}

interface Entry {
  id: string
  title: string
  heading: string
  text: string
}

function searchOf(site: ReadonlyMap<string, SitePage>): MiniSearch<Entry> {
  const search = new MiniSearch<Entry>({
    fields: ['heading', 'title', 'text'],
    storeFields: ['heading', 'title', 'text'],
    searchOptions: { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  for (const { address, title, sections } of site.values())
    search.addAll(sections.map(({ heading, anchor, text }) => ({ id: `${address}#${anchor}`, title, heading, text })))
  return search
}

function found(words: string, search: MiniSearch<Entry>): string {
  const results = search.search(words).slice(0, MAX_FOUND)
  const items = results.map(({ id, title, heading, text }) => {
    const where = heading === title ? '' : ` <small>${escapeHtml(title)}</small>`
    return `<li><a href="${escapeHtml(id)}">${escapeHtml(heading)}</a>${where}<p>${escapeHtml(String(text).slice(0, SHOWN_LETTERS))}</p></li>`
  })
  return `<h1>${results.length === 0 ? 'Nothing found' : 'Found'}</h1><ul class="found">${items.join('')}</ul>`
}

interface Framed {
  site: ReadonlyMap<string, SitePage>
  title: string
  body: string
  words: string
}

function framed({ site, title, body, words }: Framed): string {
  const guide = [...site.values()].filter(({ address }) => /^\/guide\/\d/.test(address))
  const others = [...site.values()].filter(({ address }) => /^\/[^/]+\.md$/.test(address))
  const list = (pages: readonly SitePage[]) =>
    `<ul>${pages.map((page) => `<li><a href="${page.address}">${escapeHtml(page.title)}</a></li>`).join('')}</ul>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Agon</title><link rel="stylesheet" href="/style.css"></head><body>
<nav aria-label="Pages"><form action="/search" role="search"><input type="search" name="words" aria-label="Search" placeholder="Search" value="${escapeHtml(words)}"></form>
<h2>Guide</h2>${list(guide)}<h2>Reference</h2>${list(others)}<p><a href="/decisions/README.md">Decisions</a></p></nav>
<main>${body}</main></body></html>`
}

function pictureAt(root: string, path: string): { type: string; body: Buffer } | null {
  const type = PICTURES[extname(path)]
  const file = join(root, 'docs', normalize(`/${path}`))
  return type !== undefined && existsSync(file) ? { type, body: readFileSync(file) } : null
}
