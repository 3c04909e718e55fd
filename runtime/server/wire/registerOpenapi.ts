/** `/openapi.json` for programs, `/openapi` for people: one page of plain HTML, its few lines of script and style as files of their own, so that the
 *  strictest content security policy holds. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../core/escapeHtml.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import type { ServerDeps } from '../serverContext.ts'
import { languageOf } from './languageOf.ts'
import { openapi } from './openapi.ts'
import { openapiPage } from './openapiPage.ts'

const POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function registerOpenapi(app: FastifyInstance, { platform }: ServerDeps): void {
  const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const [style, script] = [file('openapi.css'), file('openapi.browser.js')]
  app.get('/openapi.json', async (request, reply) => {
    const lang = asked(request.query) ?? languageOf(request.headers, platform().app)
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, accept-language')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(openapi(platform(), lang)))
  })
  app.get('/openapi', async (request, reply) => {
    const lang = asked(request.query) ?? languageOf(request.headers, platform().app)
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(platform(), lang))
  })
  app.get('/openapi/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get('/openapi/page.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
}

function asked(query: unknown): Lang | undefined {
  const lang = (query as { lang?: unknown }).lang
  return lang === 'zh' || lang === 'en' ? lang : undefined
}

function page(platform: Platform, lang: Lang): string {
  return openapiPage(openapi(platform, lang), (key) => escapeHtml(platform.texts[lang][`kernel.openapi.${key}`] ?? key), lang)
}
