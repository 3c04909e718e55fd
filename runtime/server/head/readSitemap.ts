/** All addresses that search engines may keep, in files of at most 50,000 (sitemaps.org): pages without parameters, and of pages with a `sitemap` one for
 *  each row that a visitor may list. Made at most once an hour, held gzipped. */

import { gzipSync } from 'node:zlib'
import type { PageDocument } from '../../core/documents.ts'
import { escapeHtml } from '../../core/escapeHtml.ts'
import type { Lang } from '../../core/platform.ts'
import { compileValue } from '../calls/compileValue.ts'
import { compileShape } from '../calls/operations/list.ts'
import { openCursor } from '../database/openCursor.ts'
import { tableModels } from '../database/tableModel.ts'
import { type Content, packed } from '../screens/content.ts'
import type { ServerDeps } from '../serverContext.ts'
import { HTML_LANG, LANGS, languageAddress } from './headMarkup.ts'

/** Entries of one file, by the protocol. */
const FILE_ENTRIES = 50_000
/** Files at most: what is beyond a million addresses is found by links. */
const MAX_FILES = 20
const KEPT_MS = 3_600_000
const PAGE_ROWS = 500
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** @returns the files, the first one without an index when it is the only one */
export function createSitemap(deps: ServerDeps, entries = FILE_ENTRIES): () => Promise<readonly Content[]> {
  let made: { at: number; files: Promise<readonly Content[]> } | null = null
  deps.onReload(() => {
    made = null
  })
  return () => {
    if (made && Date.now() - made.at < KEPT_MS) return made.files
    const files = writeFiles(deps, entries)
    made = { at: Date.now(), files }
    files.catch(() => {
      made = null
    })
    return files
  }
}

/** An index of files at `/sitemaps/1.xml` and so on. */
export function sitemapIndex(deps: ServerDeps, count: number): string {
  const site = escapeHtml(deps.config.siteAddress)
  const files = Array.from({ length: count }, (_, index) => `<sitemap><loc>${site}/sitemaps/${index + 1}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${SPACE}>${files.join('')}</sitemapindex>`
}

interface Entry {
  address: string
  /** A moment, or null. */
  changed: unknown
}

async function writeFiles(deps: ServerDeps, max: number): Promise<readonly Content[]> {
  const files: Content[] = []
  let lines: string[] = []
  const close = () => {
    files.push(packed(gzipSync(`${HEAD}<urlset ${SPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">${lines.join('')}</urlset>`)))
    lines = []
  }
  for await (const entry of entriesOf(deps)) {
    if (lines.length + LANGS.length > max) close()
    if (files.length === MAX_FILES) break
    lines.push(...entryLines(deps, entry))
  }
  if (lines.length > 0 || files.length === 0) close()
  return files
}

async function* entriesOf(deps: ServerDeps): AsyncIterable<Entry> {
  for (const page of deps.platform().documents.page.values()) {
    if (!isListed(page)) continue
    if (page.head?.sitemap) yield* rowEntries(deps, page.head.sitemap)
    else for (const address of plainRoutes(page)) yield { address, changed: null }
  }
}

function isListed({ access, head }: PageDocument): boolean {
  return access === 'public' && head?.index !== false && head?.sitemap !== false
}

/** Routes without parameters; none of a page that has another canonical path or decides itself whether it is indexed. */
function plainRoutes({ routes, head }: PageDocument): string[] {
  return head?.path === undefined && head?.index === undefined ? routes.filter((route) => !/[:*]/.test(route)) : []
}

async function* rowEntries(
  deps: ServerDeps,
  { call, params = {}, path, changed }: Exclude<NonNullable<PageDocument['head']>['sitemap'], false | undefined>,
): AsyncIterable<Entry> {
  const addressOf = compileValue(path)
  const changedAt = changed ? compileValue(changed) : () => null
  for await (const rows of allRows(deps, call, compileValue(params)({}) as Record<string, unknown>))
    for (const row of rows) {
      const address = addressOf({ row })
      if (typeof address === 'string' && address.startsWith('/')) yield { address, changed: changedAt({ row }) }
    }
}

/** Of a list, as a visitor gets them; read in pages from one snapshot. */
async function* allRows(deps: ServerDeps, call: string, input: Record<string, unknown>): AsyncIterable<Record<string, unknown>[]> {
  const platform = deps.platform()
  const source = await deps.calls.rows(call, input, { session: deps.services.sessions.visitor(), lang: platform.app.languages.default })
  if ('pages' in source) return yield* source.pages()
  const { statement, scope, session, revealed } = source
  const shape = compileShape(platform.get('call', call), platform, { tables: tableModels(platform), revealed })
  for await (const rows of openCursor(deps.pool, statement, PAGE_ROWS))
    yield await shape(rows, scope, { session, forms: deps.services.forms })
}

function entryLines(deps: ServerDeps, { address, changed }: Entry): string[] {
  const place = { platform: deps.platform(), site: deps.config.siteAddress }
  const inLang = (lang: Lang) => escapeHtml(languageAddress(address, lang, place))
  const links = LANGS.map((lang) => `<xhtml:link rel="alternate" hreflang="${HTML_LANG[lang]}" href="${inLang(lang)}"/>`).join('')
  const when = typeof changed === 'string' ? `<lastmod>${escapeHtml(changed)}</lastmod>` : ''
  return LANGS.map((lang) => `<url><loc>${inLang(lang)}</loc>${when}${links}</url>`)
}
