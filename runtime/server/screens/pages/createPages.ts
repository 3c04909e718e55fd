/** Pages: one HTML for all, with the head of the address, the request's nonce and language, and of public pages the first screen as a visitor sees it. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageDocument } from '../../../core/documents.ts'
import type { Lang, Platform } from '../../../core/platform.ts'
import { playerOrigins } from '../../../core/richText/videos.ts'
import { SKIN_COOKIE } from '../../../core/skin/resolveSkin.ts'
import { SECONDS_PER_DAY } from '../../../core/time.ts'
import { createFirstScreens } from '../../firstScreens/createFirstScreens.ts'
import { headMarkup } from '../../head/headMarkup.ts'
import { type Head, readHead } from '../../head/readHead.ts'
import type { ServerDeps } from '../../serverContext.ts'
import { languageOf } from '../../wire/languageOf.ts'
import { addressSkin } from '../addressSkin.ts'
import { pageTransform } from '../pageTransform.ts'
import { readFramedBy } from '../readFramedBy.ts'
import { pageHeaders } from '../securityHeaders.ts'
import { createKeptPages, type MadePage } from './keptPages.ts'
import { pageHtml, shellHtml } from './pageHtml.ts'
import { isFound, lostPage, type PageMatch, pageRouter, properAddress } from './pageRouter.ts'

const NONCE_BYTES = 16

/** What the browser loads for a part on demand. */
export type PartFiles = (part: string) => readonly string[]

interface Asked {
  platform: Platform
  match: PageMatch | null
  page: PageDocument | undefined
  lang: Lang
  /** A public page as everyone sees it. */
  isPlain: boolean
  chosenSkin: string | undefined
}

/** @param builtPage the client's HTML. Answers what sends the page of a path (without its slash) */
export function createPages(app: FastifyInstance, deps: ServerDeps, { builtPage, partFiles }: { builtPage: string; partFiles: PartFiles }) {
  const screens = deps.config.dev ? null : createFirstScreens(deps)
  const kept = createKeptPages()
  app.addHook('onClose', () => screens?.stop())

  async function makePage(request: FastifyRequest, asked: Asked): Promise<MadePage> {
    const { platform, match, page, lang, isPlain } = asked
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const drawRequest = { address: request.url, lang, phone: isPhone(request), host: request.host }
    const [html, head, skin, framedBy, drawn] = await Promise.all([
      pageSource(request),
      headOf(deps, request, asked),
      addressSkin(deps, { query: request.query, page, route: match?.params ?? {} }, lang),
      readFramedBy(deps, { page, route: match?.params ?? {}, url: request.url, lang }),
      isPlain ? screens?.draw({ ...drawRequest, page: page!, route: match!.params }) : null,
    ])
    const first = drawn && !head.isGone ? drawn : null
    const shown = headMarkup(head, { platform, lang, site: deps.config.siteAddress })
    const files = [...new Set(first?.parts.flatMap(partFiles) ?? [])]
    return {
      code: isFound(platform, match) && !head.isGone ? 200 : 404,
      headers: {
        ...pageHeaders({
          nonce,
          dev: deps.config.dev,
          framedBy,
          frames: playerOrigins(platform.app.videos ?? []),
          isShared: first !== null,
        }),
        'content-type': 'text/html; charset=utf-8',
      },
      html: pageHtml(html, { platform, nonce, lang, head: shown, skin, chosenSkin: asked.chosenSkin, first, files }),
      // who may frame it is asked each time
      isShared: first !== null && !page?.framedBy,
    }
  }

  async function pageSource(request: FastifyRequest): Promise<string> {
    const transform = pageTransform(app)
    if (transform) return transform(request.url, await readFile(join(deps.config.projectDirectory, 'renderer/index.html'), 'utf8'))
    return builtPage
  }

  return async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const find = () => pageRouter(deps.platform()).find('GET', path)
    // a person who has just published a page may open it before this process has loaded it
    if (!isFound(deps.platform(), find())) await deps.platformReloaded()
    const platform = deps.platform()
    const match = find()
    const page = platform.documents.page.get(match?.target ?? '')
    const proper = properAddress(page, request.url)
    if (proper !== null) return reply.redirect(proper)
    const lang = takeLanguage(request, reply, platform)
    const isPlain = page?.access === 'public' && showsAlike(platform, request)
    const cookie = request.cookies[SKIN_COOKIE]
    const chosenSkin = cookie !== undefined && platform.documents.skin.has(cookie) ? cookie : undefined
    const asked = { platform, match, page, lang, isPlain, chosenSkin }
    const make = () => makePage(request, asked)
    const key = [lang, chosenSkin, isPhone(request), request.host, request.protocol, request.url].join(' ')
    const { code, headers, body } = await kept.take(platform, isPlain ? key : `${request.id} ${key}`, make)
    const { bytes, encoding } = await body(request.headers['accept-encoding'] ?? '')
    reply.code(code).headers({ ...headers, vary: 'accept-encoding, accept-language, cookie, sec-ch-ua-mobile, user-agent' })
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  }
}

/** What is not there, or not any more, has the head of the page that says so. */
async function headOf(deps: ServerDeps, request: FastifyRequest, { platform, match, lang }: Asked): Promise<Head> {
  const { pathname: path, search } = new URL(request.url, 'http://page')
  const { id, ip, headers } = request
  const lost = lostPage(platform)
  const read = ({ target, params: route }: PageMatch) =>
    readHead(deps, { page: platform.get('page', target), path, route, search, lang, request: { id, ip, headers } })
  const head = await read(match ?? lost)
  return head.isGone ? { ...(await read(lost)), isGone: true } : head
}

/** Answers what sends the page that a browser keeps for the time without network. */
export function createShell({ platform, config }: Pick<ServerDeps, 'platform' | 'config'>, builtPage: string) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { app } = platform()
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const frames = playerOrigins(app.videos ?? [])
    return reply
      .headers({
        ...pageHeaders({ nonce, dev: config.dev, framedBy: [], frames, isShared: false }),
        'content-type': 'text/html; charset=utf-8',
      })
      .send(shellHtml(builtPage, { platform: platform(), nonce, lang: languageOf(request.headers, app) }))
  }
}

/** Browsers say so themselves, or by their name. */
function isPhone({ headers }: FastifyRequest): boolean {
  return headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headers['user-agent'] ?? '')
}

/** Nothing in the address makes the browser do something else first: sign in, or show what is not published. */
function showsAlike({ app }: Platform, { query }: FastifyRequest): boolean {
  const { ticketParameter, autoParameter } = app.signIn
  return [ticketParameter, autoParameter, 'previewAt'].every((name) => !(name in (query as object)))
}

/** The address may name a language (`?lang=en`), which is then kept as if it had been chosen; else what was chosen, what the browser prefers, the app's. */
function takeLanguage(request: FastifyRequest, reply: FastifyReply, { app }: Platform): Lang {
  const { name, days = app.cookies.days } = app.languages.cookie
  const { domain } = app.cookies
  const named = (request.query as Record<string, unknown>)[name]
  if (named !== 'zh' && named !== 'en') return languageOf(request.headers, app)
  if (named !== request.cookies[name])
    reply.setCookie(name, named, { path: '/', maxAge: days * SECONDS_PER_DAY, sameSite: 'lax', ...(domain ? { domain } : {}) })
  return named
}
