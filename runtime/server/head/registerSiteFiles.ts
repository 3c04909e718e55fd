/** Files of the site that follow from documents: `robots.txt`, `security.txt`, the sitemap, the web manifest. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { MS_PER_DAY } from '../../core/time.ts'
import type { Content } from '../screens/content.ts'
import { localText } from '../screens/localText.ts'
import type { ServerDeps } from '../serverContext.ts'
import { languageOf } from '../wire/languageOf.ts'
import { LANGS } from './headMarkup.ts'
import { createSitemap, sitemapIndex } from './readSitemap.ts'

const HOUR = 'public, max-age=3600'
/** How long what `security.txt` says may be relied on: less than a year, as RFC 9116 asks. */
const RELIED_ON_DAYS = 180

export interface SiteFilesOptions {
  /** Entries of one file of the sitemap; default what the protocol allows. */
  sitemapEntries?: number
}

export function registerSiteFiles(app: FastifyInstance, deps: ServerDeps, { sitemapEntries }: SiteFilesOptions = {}): void {
  const sitemap = createSitemap(deps, sitemapEntries)

  // Private pages say `noindex` themselves: a crawler that may not fetch them would not read it.
  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': HOUR })
      .send(`User-agent: *\nDisallow:\n\nSitemap: ${deps.config.siteAddress}/sitemap.xml\n`),
  )

  app.get('/.well-known/security.txt', (_request, reply) => {
    const text = securityText(deps)
    if (text === null) return reply.callNotFound()
    return reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': HOUR }).send(text)
  })

  app.get('/sitemap.xml', async (request, reply) => {
    const files = await sitemap()
    if (files.length > 1) return sendXml(reply, sitemapIndex(deps, files.length))
    return sendContent(reply, files[0]!, /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
  })

  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const number = Number(/^([1-9]\d{0,3})\.xml$/.exec(request.params.file)?.[1])
    const file = (await sitemap())[number - 1]
    if (!file) return reply.callNotFound()
    return sendContent(reply, file, /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
  })

  app.get('/manifest.webmanifest', (request, reply) => {
    const platform = deps.platform()
    const { app: product } = platform
    if (!product.site) return reply.callNotFound()
    const lang = languageOf(request.headers, product)
    const { description, icons, shortName, colour, background } = product.site
    const manifest = {
      name: localText(platform, lang, product.title),
      short_name: localText(platform, lang, shortName),
      description: localText(platform, lang, description),
      lang,
      start_url: product.routes.home,
      scope: '/',
      display: 'standalone',
      theme_color: colour,
      background_color: background,
      icons: icons
        .filter(({ purpose }) => purpose !== 'touch')
        .map(({ src, type, sizes, purpose }) => ({ src, type, sizes, ...(purpose ? { purpose } : {}) })),
    }
    return reply
      .headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache', vary: 'accept-language, cookie' })
      .send(JSON.stringify(manifest))
  })
}

/** Who finds a weakness reads here whom to tell (RFC 9116); null: the app document names no one. */
function securityText({ platform, config, clock }: ServerDeps): string | null {
  const { security, languages } = platform().app
  if (!security?.contact) return null
  const site = config.siteAddress
  const expires = new Date(clock().getTime() + RELIED_ON_DAYS * MS_PER_DAY)
  expires.setUTCHours(0, 0, 0, 0)
  const fields = {
    Contact: security.contact.startsWith('/') ? site + security.contact : security.contact,
    Expires: expires.toISOString(),
    'Preferred-Languages': [languages.default, ...LANGS.filter((lang) => lang !== languages.default)].join(', '),
    Canonical: `${site}/.well-known/security.txt`,
  }
  return `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`
}

function sendXml(reply: FastifyReply, text: string): FastifyReply {
  return reply.headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': HOUR }).send(text)
}

function sendContent(reply: FastifyReply, { body, gzip }: Content, takesGzip: boolean): FastifyReply {
  reply.headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': HOUR, vary: 'accept-encoding' })
  return takesGzip && gzip ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(body)
}
