/** `npm run docs`: the pages of `docs/` as a site with a search, for this machine alone. PORT, default 8090. */
import { resolve } from 'node:path'
import { createDocsServer } from './docs/createDocsServer.ts'

const DEFAULT_PORT = 8090
const port = Number(process.env.PORT || DEFAULT_PORT)

createDocsServer(resolve(import.meta.dirname, '..')).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/`))
