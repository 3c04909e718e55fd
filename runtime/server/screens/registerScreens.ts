/** Routes that are not calls: pages, the client's files, texts and validators as files that never change under their name. Every page carries the content
 *  security policy. */
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Lang } from '../../core/platform.ts'
import type { FormsService } from '../forms/createFormsService.ts'
import { registerSiteFiles } from '../head/registerSiteFiles.ts'
import type { ServerDeps } from '../serverContext.ts'
import { type ClientFile, readClientFiles } from './clientFiles.ts'
import { createPages, createShell } from './pages/createPages.ts'
import { partFilesOf } from './partFiles.ts'
import { sendScreen } from './screenReplies.ts'
import { textBundle } from './textBundle.ts'

/** The service worker fetches the files of its build from here. */
const WORKER = 'worker.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"
const IMMUTABLE = 'public, max-age=31536000, immutable'

export async function registerScreens(app: FastifyInstance, deps: ServerDeps, forms: FormsService): Promise<void> {
  const folder = join(deps.config.projectDirectory, 'dist/client')
  const files = deps.config.dev ? new Map<string, ClientFile>() : readClientFiles(folder)
  const builtPage = files.get('index.html')?.content.body.toString('utf8') ?? NOT_BUILT
  const sendPage = createPages(app, deps, { builtPage, partFiles: partFilesOf(folder, builtPage) })

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

  app.get('/shell.html', createShell(deps, builtPage))

  app.get('/*', async (request, reply) => {
    const path = decodePath(request.url)
    const file = path === 'index.html' ? undefined : files.get(path)
    if (path === WORKER) reply.header('content-security-policy', WORKER_POLICY)
    if (file) return sendFile(request, reply, file)
    // a file that is gone must not be answered with a page: browsers would read HTML as a script
    if (path.startsWith('assets/') || path.startsWith('api/') || path.startsWith('nodeapi/')) return reply.callNotFound()
    return sendPage(request, reply, path)
  })
}

const NOT_BUILT = '<!doctype html><html lang="en"><head><title></title></head><body><p>npm run build</p></body></html>'

function sendFile(request: FastifyRequest, reply: FastifyReply, { content, type, immutable }: ClientFile): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const brotli = /\bbr\b/.test(accepted) ? content.brotli : undefined
  const gzip = /\bgzip\b/.test(accepted) ? content.gzip : null
  const encoding = brotli ? 'br' : gzip ? 'gzip' : null
  reply.headers({
    'content-type': type,
    'cache-control': immutable ? IMMUTABLE : 'no-cache',
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  })
  return reply.send(brotli ?? gzip ?? content.body)
}

function decodePath(url: string): string {
  const path = url.split('?', 1)[0]!.slice(1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
