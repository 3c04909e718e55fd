/** The browsable page of the OpenAPI description: a list of calls by area, each with its input, reply, access and errors. Works without script; the
 *  script only filters. */

import { printJson } from '../../core/documents/printJson.ts'
import { escapeHtml } from '../../core/escapeHtml.ts'
import type { Lang } from '../../core/platform.ts'
import { fillText } from './fillText.ts'

/** Columns of the shown schemas. */
const JSON_WIDTH = 100

interface Described {
  summary: string
  description?: string
  operationId: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema?: { properties?: { data?: unknown } } }> }>
  'x-access': string
  'x-errors'?: Record<string, string>
}
interface Entry {
  path: string
  method: string
  call: Described
}

/** @param word texts of the page, escaped */
export function openapiPage(description: Record<string, unknown>, word: (key: string) => string, lang: Lang): string {
  const info = description.info as { title: string; version: string }
  const paths = description.paths as Record<string, Record<string, Described>>
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )
  const areas = Map.groupBy(entries, ({ call }) => call.tags[0] ?? '')
  const sections = [...areas]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([area, list]) => `<section><h2>${escapeHtml(area)}</h2>${list.map((entry) => callHtml(entry, word)).join('')}</section>`)
  const title = escapeHtml(info.title)
  return `<!doctype html><html lang="${lang === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/openapi/page.css"></head>
<body><header><h1>${title}</h1><p>${fillText(word('count'), { count: entries.length }, lang)} · <a href="/openapi.json?lang=${lang}">${word('download')}</a></p>
<label>${word('search')} <input id="search" type="search" autocomplete="off"></label></header><main>${sections.join('')}<p id="none" hidden>${word('none')}</p></main><script src="/openapi/page.js" defer></script></body></html>`
}

function callHtml({ path, method, call }: Entry, word: (key: string) => string): string {
  const content = Object.values(call.requestBody?.content ?? {})[0]
  const data = call.responses['200']?.content?.['application/json']?.schema?.properties?.data
  const parameters = Object.fromEntries(
    call.parameters.map(({ name, in: place, required, schema }) => [name, { in: place, required, ...(schema as object) }]),
  )
  const parts = [
    call.description ? `<p>${escapeHtml(call.description)}</p>` : '',
    call.parameters.length > 0 ? block(word('input'), parameters) : '',
    content ? block(word('input'), content.schema) : '',
    data ? block(word('output'), data) : '',
    call['x-errors'] ? block(word('errors'), call['x-errors']) : '',
  ]
  const summary = `<span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <span>${escapeHtml(call.summary)}</span> <em>${escapeHtml(call['x-access'])}</em>`
  return `<details id="${escapeHtml(call.operationId)}"><summary>${summary}</summary>${parts.join('')}</details>`
}

function block(title: string, value: unknown): string {
  return `<h3>${title}</h3><pre tabindex="0">${escapeHtml(printJson(value, { width: JSON_WIDTH }))}</pre>`
}
