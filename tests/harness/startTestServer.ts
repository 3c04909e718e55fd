/** A server of its own for a test file, on a database of its own. Tests speak to it by `inject` (HTTP without a socket) and look at stored rows
 *  through `db`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildPlatform } from '../../runtime/core/documents/buildPlatform.ts'
import type { AppDocument } from '../../runtime/core/documents.ts'
import type { Names, Platform } from '../../runtime/core/platform.ts'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { overlayFiles } from '../../runtime/server/documents/overlayFiles.ts'
import { createDatabase, type Template, type TestDatabase } from './createDatabase.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'
import { takesJson } from './takesJson.ts'
import { falseWrites } from './watchWrites.ts'

export interface TestServerOptions {
  /** Default `tables`. */
  template?: Template
  /** Folders with `schemas/` (and `plugins/`) laid over the project, for tests that need documents of their own. */
  overlays?: readonly string[]
  /** A folder in place of the project's own (`projectWithout`); tables of documents that it lacks are dropped. */
  project?: string
  /** The app document of a deployment that differs. */
  app?: (app: AppDocument) => AppDocument
  /** Documents of the project that a test edits, by file. */
  // biome-ignore lint/suspicious/noExplicitAny: any kind of document
  edits?: Readonly<Record<string, (document: any) => object>>
  /** Settings of services, beside the process's own. */
  environment?: Record<string, string>
  /** Whether providers that only pretend are used where the environment names none; default true. */
  pretending?: boolean
  /** SITE_ADDRESS. */
  siteAddress?: string
  /** The time by which calls decide; default the machine's. */
  clock?: () => Date
  /** A database of the test's own, without tables. */
  database?: TestDatabase
  /** The address by which the server reaches its database; tests put something in between. */
  reach?: (databaseUrl: string) => string
  /** The address of a pooler before the database. */
  pooler?: (databaseUrl: string) => string
  /** Addresses of replicas of the database. */
  replicaUrls?: readonly string[]
}

export interface TestServer {
  server: Server
  app: Server['app']
  /** For asserting stored rows; never used to prepare what a call could prepare. */
  db: pg.Pool
  databaseUrl: string
  close(): Promise<void>
}

/** @returns a ready server; call `close` in `afterAll` */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createDatabase(options.template))
  const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-test-files-'))
  const logLevel = process.env.TEST_LOG ?? 'silent'
  const server = await createServer({
    databaseUrl: (options.reach ?? options.pooler)?.(database.url) ?? database.url,
    directDatabaseUrl: options.pooler ? database.url : null,
    replicaUrls: options.replicaUrls ?? [],
    projectDirectory: options.project ?? PROJECT_DIRECTORY,
    ...(options.project && { allowDrop: true }),
    overlays: options.overlays,
    ...(options.app || options.edits ? { platform: editedPlatform(options) } : {}),
    dataDirectory,
    logLevel,
    pretending: options.pretending ?? true,
    // the files of a template's rows are elsewhere
    environment: { ...process.env, FILES_FOLDER: 'adopt', ...options.environment },
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.siteAddress ? { siteAddress: options.siteAddress } : {}),
  })
  takesJson(server.app)
  const db = new pg.Pool({ connectionString: database.url, max: 4 })
  // dropping the database may cut a connection that is just ending
  db.on('error', () => {})
  const close = async () => {
    await server.close()
    const wrong = process.env.WATCH_WRITES !== '0' ? [...new Set(await falseWrites(db, server.deps.platform()))] : []
    await db.end()
    await database.drop()
    rmSync(dataDirectory, { recursive: true, force: true })
    if (wrong.length > 0) reportWrites(wrong)
  }
  return { server, app: server.app, db, databaseUrl: database.url, close }
}

function editedPlatform({ overlays = [], app, edits = {} }: TestServerOptions): Platform {
  const editOf = (file: string) => edits[file] ?? (file.endsWith('.app.json') ? app : undefined)
  const all = [PROJECT_DIRECTORY, ...overlays].map(loadFiles)
  const raws = all
    .map(({ raws }) => raws)
    .reduce(overlayFiles)
    .map((raw) => {
      const edit = editOf(raw.file)
      return edit ? { ...raw, text: JSON.stringify(edit(JSON.parse(raw.text))) } : raw
    })
  const union = (part: keyof Names) => new Set(all.flatMap(({ names }) => [...names[part]]))
  const names = {
    handlers: union('handlers'),
    widgets: union('widgets'),
    providers: union('providers'),
    steps: union('steps'),
    keywords: union('keywords'),
    icons: union('icons'),
  }
  const texts = all.flatMap(({ texts }) => texts)
  const result = buildPlatform(raws, texts, names)
  if (result.failures) throw new Error(JSON.stringify(result.failures, null, 2))
  return result.platform
}

function reportWrites(wrong: readonly string[]): void {
  throw new Error(`these writes have no true entry in the operation log:\n${wrong.join('\n')}`)
}
