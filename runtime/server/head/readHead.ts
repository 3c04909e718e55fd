/** Reads the head of a page: words, picture, canonical address, whether search engines may keep it. It uses the page's document and the data that a
 *  visitor without rights gets, so that a head holds nothing that is not public. */

import { expandFragments } from '../../core/documents/expandFragments.ts'
import type { PageDocument, Source } from '../../core/documents.ts'
import { sessionFacts } from '../../core/permissions.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { readQuery } from '../../core/readQuery.ts'
import { fileAddress } from '../../core/storedFile.ts'
import { compileValue } from '../calls/compileValue.ts'
import type { RequestFacts, ServerDeps } from '../serverContext.ts'
import { headText, shortened } from './headText.ts'
import { type Ask, type Names, namesIn, readSources } from './readSources.ts'
import { structuredData } from './structuredData.ts'

export interface Visit {
  page: PageDocument
  path: string
  route: Readonly<Record<string, string>>
  /** With its question mark, or empty. */
  search: string
  lang: Lang
  request: RequestFacts
}

export interface Head {
  /** What the page is about does not exist for a visitor. */
  isGone: boolean
  /** Of the page alone; null: it is not shown. */
  title: string | null
  description: string
  /** Path of a picture, or null for the platform's. */
  image: string | null
  /** The picture is seen first: fetched with the page. */
  isSeenFirst: boolean
  /** The canonical path, with its parameters. */
  address: string
  isIndexed: boolean
  /** Things as JSON-LD. */
  structured: readonly Readonly<Record<string, unknown>>[]
}

const TITLE_CHARACTERS = 120
const DESCRIPTION_CHARACTERS = 200
/** Longest wait for data that only words need; then they are left out. */
const PATIENCE_MS = 800

/** The head of a page that is not public tells nothing: the session is not known here. */
export async function readHead(deps: ServerDeps, visit: Visit): Promise<Head> {
  const { page, path, lang } = visit
  const platform = deps.platform()
  const site = headText(platform, lang, platform.app.site?.description ?? platform.app.title, {})
  const silent: Head = {
    isGone: false,
    title: null,
    description: site,
    image: null,
    isSeenFirst: false,
    address: path,
    isIndexed: false,
    structured: [],
  }
  if (page.access !== 'public') return silent
  const { head = {}, meta } = page
  const { data, isGone, scope } = await dataOf(deps, visit)
  if (isGone) return { ...silent, isGone }
  const names = { ...scope, ...data }
  const text = (words: PageDocument['title'] | undefined) => (words === undefined ? '' : headText(platform, lang, words, names))
  const value = (given: unknown) => (given === undefined ? undefined : compileValue(given as never)(names))
  return {
    isGone,
    title: shortened(text(meta?.title) || text(page.title), TITLE_CHARACTERS),
    description: shortened(text(head.description) || site, DESCRIPTION_CHARACTERS),
    image: pictureAddress(value(head.image)),
    isSeenFirst: head.imageFirst === true,
    address: addressOf(value(head.path), visit),
    structured: structuredData(page, names, { platform, lang, site: deps.config.siteAddress }),
    isIndexed: (head.index === undefined || value(head.index) === true) && !('previewAt' in (scope.query as object)),
  }
}

/** The subject is always awaited: whether it exists decides the status. Other data have a time limit, and may be as old as `remembered` keeps them. */
async function dataOf(deps: ServerDeps, { page, path, route, search, lang, request }: Visit) {
  const session = deps.services.sessions.visitor()
  const query = readQuery(search, page.parameters ?? {}, route)
  const scope = { path, route, query, lang, session: sessionFacts(session), now: deps.clock().toISOString(), state: page.state ?? {} }
  const sources = sourcesOf(deps.platform(), page)
  const ask: Ask = (call, input) => deps.calls.run(call, input, { session, lang, request })
  const subjects = Object.keys(sources).filter((name) => sources[name]!.subject)
  const about = await readSources(sources, subjects, { scope, ask })
  const named = [...namesIn([page.meta?.title, page.title, page.head])].filter((name) => !(name in about.data))
  if (about.isGone || named.length === 0) return { ...about, scope }
  const known = { scope: { ...scope, ...about.data }, ask: remembered(deps, lang, ask) }
  const rest = await inTime(readSources(withoutAsked(sources, about.data), named, known), { data: {}, isGone: false })
  return { data: { ...rest.data, ...about.data }, isGone: rest.isGone, scope }
}

const expanded = new WeakMap<Platform, Map<string, Record<string, Source>>>()

/** Of the page, its fragments and the frame around it. */
export function sourcesOf(platform: Platform, page: PageDocument): Record<string, Source> {
  const pages = expanded.get(platform) ?? new Map<string, Record<string, Source>>()
  expanded.set(platform, pages)
  const frame = platform.app.chromes[page.meta?.chrome ?? '']?.sources
  const found = pages.get(page.id) ?? { ...frame, ...expandFragments(page, (id) => platform.documents.fragment.get(id)).sources }
  pages.set(page.id, found)
  return found
}

function withoutAsked(sources: Record<string, Source>, data: Names): Record<string, Source> {
  return Object.fromEntries(Object.entries(sources).filter(([name]) => !(name in data)))
}

const KEPT = 300
const KEPT_MS = 30_000
const answers = new WeakMap<Platform, Map<string, { at: number; answer: Promise<unknown> }>>()

/** Keeps the reply to a visitor for half a minute. Not used for the subject of a page, which may be withdrawn. */
function remembered(deps: ServerDeps, lang: Lang, ask: Ask): Ask {
  const platform = deps.platform()
  const kept = answers.get(platform) ?? new Map<string, { at: number; answer: Promise<unknown> }>()
  answers.set(platform, kept)
  return (call, input, source) => {
    const key = JSON.stringify([call, lang, input])
    const known = kept.get(key)
    if (known && Date.now() - known.at < KEPT_MS) return known.answer
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!)
    const answer = ask(call, input, source)
    kept.set(key, { at: Date.now(), answer })
    return answer
  }
}

function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** @param picture  a stored file, a list of them, or a path of the own site */
function pictureAddress(picture: unknown): string | null {
  if (Array.isArray(picture)) return pictureAddress(picture[0])
  if (typeof picture === 'object' && picture !== null && 'id' in picture) return fileAddress(encodeURIComponent(String(picture.id)))
  return typeof picture === 'string' && /^\/(?!\/)/.test(picture) ? picture : null
}

/** The path of the document or of the address, with those parameters that belong to what is shown. */
function addressOf(path: unknown, { page, path: asked, search }: Visit): string {
  const given = new URLSearchParams(search)
  const kept = (page.head?.keep ?? []).flatMap((name) => (given.has(name) ? [[name, given.get(name)!]] : []))
  const parameters = new URLSearchParams(kept)
  const own = typeof path === 'string' && path.startsWith('/') ? path : asked
  return parameters.size === 0 ? own : `${own}?${parameters}`
}
