/** Routes that are not calls: pages (one HTML for all, with the request's nonce and language), the client's files, texts and validators as files
 *  that never change under their name. Every page carries the content security policy. */

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageDocument } from '../../core/documents.ts'
import { escapeHtml } from '../../core/escapeHtml.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { SECONDS_PER_DAY } from '../../core/time.ts'
import { withoutAliases } from '../../core/withoutAliases.ts'
import { CallRouter, type RouteMatch } from '../calls/CallRouter.ts'
import type { FormsService } from '../forms/createFormsService.ts'
import { HTML_LANG, headMarkup } from '../head/headMarkup.ts'
import { type Head, readHead } from '../head/readHead.ts'
import { registerSiteFiles } from '../head/registerSiteFiles.ts'
import type { ServerDeps } from '../serverContext.ts'
import { addressSkin } from './addressSkin.ts'
import { type ClientFile, readClientFiles } from './clientFiles.ts'
import { NONCE_PLACEHOLDER, pageTransform } from './pageTransform.ts'
import { readFramedBy } from './readFramedBy.ts'
import { sendScreen } from './screenReplies.ts'
import { pageHeaders } from './securityHeaders.ts'
import { textAddress, textBundle } from './textBundle.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const NONCE_BYTES = 16

export async function registerScreens(app: FastifyInstance, deps: ServerDeps, forms: FormsService): Promise<void> {
  const folder = join(deps.config.projectDirectory, 'dist/client')
  const files = deps.config.dev ? new Map<string, ClientFile>() : readClientFiles(folder)
  const builtPage = files.get('index.html')?.content.body.toString('utf8') ?? NOT_BUILT

  app.addHook('onSend', sendScreen)
  registerSiteFiles(app, deps)

  app.get<{ Params: { file: string } }>('/validators/:file', async (request, reply) => {
    const hash = /^([0-9a-f]{64})\.js$/.exec(request.params.file)?.[1]
    const source = hash ? await forms.validatorModule(hash) : null
    if (source === null) return reply.callNotFound()
    return reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': IMMUTABLE }).send(source)
  })

  app.get<{ Params: { file: string } }>('/assets/texts/:file', (request, reply) => {
    const [, lang, hash] = /^(zh|en)\.([0-9a-f]+)\.json$/.exec(request.params.file) ?? []
    const texts = lang ? textBundle(deps.platform(), lang as Lang) : null
    if (!texts || texts.hash !== hash) return reply.callNotFound()
    return sendFile(request, reply, { content: texts.content, type: 'application/json; charset=utf-8', immutable: true })
  })

  app.get('/*', async (request, reply) => {
    const path = decodePath(request.url)
    const file = path === 'index.html' ? undefined : files.get(path)
    if (file) return sendFile(request, reply, file)
    // a file that is gone must not be answered with a page: browsers would read HTML as a script
    if (path.startsWith('assets/') || path.startsWith('api/') || path.startsWith('nodeapi/')) return reply.callNotFound()
    return sendPage(request, reply, path)
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const find = () => pageRouter(deps.platform()).find('GET', path)
    // a person who has just published a page may open it before this process has loaded it
    if (!isFound(deps.platform(), find())) await deps.platformReloaded()
    const platform = deps.platform()
    const match = find()
    const page = platform.documents.page.get(match?.target ?? '')
    const proper = properAddress(page, request.url)
    if (proper !== null) return reply.redirect(proper)
    const [nonce, lang] = [randomBytes(NONCE_BYTES).toString('base64'), takeLanguage(request, reply, platform)]
    const html = await pageSource(request)
    const framing = readFramedBy(deps, { page, route: match?.params ?? {}, url: request.url, lang })
    const [head, skin, framedBy] = await Promise.all([headOf(request, match, lang), addressSkin(deps, request, lang), framing])
    reply.code(isFound(platform, match) && !head.isGone ? 200 : 404)
    reply.headers(pageHeaders(nonce, deps.config.dev, framedBy)).type('text/html; charset=utf-8')
    const shown = headMarkup(head, { platform, lang, site: deps.config.siteAddress })
    return reply.send(fillPage(html, { nonce, lang, head: shown, texts: textAddress(platform, lang), skin }))
  }

  /** What is not there, or not any more, has the head of the page that says so. */
  async function headOf(request: FastifyRequest, match: RouteMatch<string> | null, lang: Lang): Promise<Head> {
    const platform = deps.platform()
    const { pathname: path, search } = new URL(request.url, 'http://page')
    const { id, ip, headers } = request
    const lost = pageRouter(platform).find('GET', platform.app.routes.notFound.slice(1))!
    const read = ({ target, params: route }: RouteMatch<string>) =>
      readHead(deps, { page: platform.get('page', target), path, route, search, lang, request: { id, ip, headers } })
    const head = await read(match ?? lost)
    return head.isGone ? { ...(await read(lost)), isGone: true } : head
  }

  async function pageSource(request: FastifyRequest): Promise<string> {
    const transform = pageTransform(app)
    if (transform) return transform(request.url, await readFile(join(deps.config.projectDirectory, 'renderer/index.html'), 'utf8'))
    return builtPage
  }
}

/** The address with parameters under their own names; null when they are. */
function properAddress(page: PageDocument | undefined, url: string): string | null {
  const { pathname, search } = new URL(url, 'http://page')
  const proper = withoutAliases(search, page?.aliases)
  return proper === null ? null : `${pathname}${proper}`
}

const NOT_BUILT = '<!doctype html><html lang="en"><head><title></title></head><body><p>npm run build</p></body></html>'

interface PageFacts {
  nonce: string
  lang: Lang
  /** Elements, escaped. */
  head: string
  texts: string
  skin: unknown
}

function fillPage(html: string, { nonce, lang, head, texts, skin }: PageFacts): string {
  const painted = skin ? `<meta name="agon-skin" content="${escapeHtml(JSON.stringify(skin))}">` : ''
  return html
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replace(/<html lang="[^"]*">/, () => `<html lang="${HTML_LANG[lang]}">`)
    .replace(/<title>[^<]*<\/title>/, () => `${head}<meta name="agon-texts" content="${texts}">${painted}`)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { content, type, immutable }: ClientFile): FastifyReply {
  const gzip = content.gzip !== null && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  reply.headers({
    'content-type': type,
    'cache-control': immutable ? IMMUTABLE : 'no-cache',
    vary: 'accept-encoding',
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  })
  return reply.send(gzip ? content.gzip : content.body)
}

function decodePath(url: string): string {
  const path = url.split('?', 1)[0]!.slice(1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The address may name a language (`?lang=en`), which is then kept as if it had been chosen; else the cookie, else the app's. */
function takeLanguage(request: FastifyRequest, reply: FastifyReply, { app }: Platform): Lang {
  const { name, days = app.cookies.days } = app.languages.cookie
  const { domain } = app.cookies
  const kept = request.cookies[name]
  const named = (request.query as Record<string, unknown>)[name]
  if ((named === 'zh' || named === 'en') && named !== kept)
    reply.setCookie(name, named, { path: '/', maxAge: days * SECONDS_PER_DAY, sameSite: 'lax', ...(domain ? { domain } : {}) })
  const chosen = named === 'zh' || named === 'en' ? named : kept
  return chosen === 'zh' || chosen === 'en' ? chosen : app.languages.default
}

const routers = new WeakMap<Platform, CallRouter<string>>()

/** Path -> page id. */
function pageRouter(platform: Platform): CallRouter<string> {
  const known = routers.get(platform)
  if (known) return known
  const router = new CallRouter<string>()
  for (const page of platform.documents.page.values())
    for (const path of page.routes) router.add({ method: 'GET', path: path.slice(1) }, page.id)
  routers.set(platform, router)
  return router
}

function isFound(platform: Platform, match: RouteMatch<string> | null): match is RouteMatch<string> {
  return match !== null && match.target !== pageRouter(platform).find('GET', platform.app.routes.notFound.slice(1))?.target
}
