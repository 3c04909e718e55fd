/** Development: one port for Vite (the browser's modules, hot reload) and the server (everything else). Pages pass through Vite, which adds its
 *  client to them; its inline script and styles carry the nonce of the page's content security policy. */
import { createServer as createHttpServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer as createViteServer } from 'vite'
import type { Server } from '../../runtime/server/createServer.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { NONCE_PLACEHOLDER, setPageTransform } from '../../runtime/server/screens/pageTransform.ts'
import { inspectNode } from './inspectNode.ts'
import { type Mistakes, showMistakes } from './showMistakes.ts'

/** @returns what tells the browsers of mistakes, and what stops listening */
export async function listenWithVite(
  server: Server,
  address: { port: number; host: string; project: string },
): Promise<{ mistakes: Mistakes; stop: () => Promise<void> }> {
  const http = createHttpServer()
  const vite = await createViteServer({
    configFile: join(address.project, 'vite.config.ts'),
    appType: 'custom',
    html: { cspNonce: NONCE_PLACEHOLDER },
    server: { middlewareMode: true, ws: { server: http } },
  })
  setPageTransform(server.app, (url, html) => vite.transformIndexHtml(url, html))
  http.on('request', (request, response) => {
    if (request.url?.startsWith(INSPECT)) answerInspection(server, address.project, request, response)
    else vite.middlewares(request, response, () => server.app.routing(request, response))
  })
  await listen(http, address)
  const stop = async () => {
    await vite.close()
    http.closeAllConnections()
    http.close()
  }
  return { mistakes: showMistakes(vite.ws, address.project), stop }
}

/** What the inspector of the page asks: `at`, once for each place of a node, outermost first. */
const INSPECT = '/@agon/node?'

function answerInspection(server: Server, project: string, { url }: IncomingMessage, response: ServerResponse): void {
  const at = new URL(url!, 'http://localhost').searchParams.getAll('at')
  const found = inspectNode(server.deps.platform(), { project, raws: loadFiles(project).raws }, at)
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(found))
}

function listen(http: HttpServer, address: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(address.port, address.host, resolve)
  })
}
