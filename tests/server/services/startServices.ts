/** The project with the fixture `tests/fixtures/services` laid over it, on a database of its own. People register by the call that real people use. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { createServer, type Server } from '../../../runtime/server/createServer.ts'
import { createDatabase } from '../../harness/createDatabase.ts'
import { readCode } from '../../harness/oneTimeCode.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { takesJson } from '../../harness/takesJson.ts'

export const PASSWORD = 'CorrectHorse1!'

export interface Person extends Tokens {
  id: string
  account: string
}
export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came
  body: any
  raw: LightMyRequestResponse
}
export interface RunningServices {
  server: Server
  db: pg.Pool
  databaseUrl: string
  dataDirectory: string
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: { token?: string; body?: unknown; form?: Record<string, string>; inject?: InjectOptions },
  ): Promise<Reply>
  /** Asks for a code and registers with it. */
  register(account: string, name?: string): Promise<Reply>
  /** A new person; `role` is granted for the whole platform. */
  person(role?: string): Promise<Person>
  signIn(account: string, password?: string, address?: string): Promise<Reply>
  /** Another process on the same database. */
  second(): Promise<Server>
  close(): Promise<void>
}

/** @param environment  settings of services, beside the process's own */
export async function startServices(environment: Record<string, string> = {}): Promise<RunningServices> {
  const database = await createDatabase('empty')
  const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-services-'))
  const start = () =>
    createServer({
      databaseUrl: database.url,
      projectDirectory: PROJECT_DIRECTORY,
      overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/services')],
      dataDirectory,
      pretending: true,
      environment: { ...process.env, ...environment },
      logLevel: process.env.TEST_LOG ?? 'silent',
    })
  const server = await start()
  takesJson(server.app)
  const others: Server[] = []
  const db = new pg.Pool({ connectionString: database.url, max: 4 })
  // dropping the database may cut a connection that is just ending
  db.on('error', () => {})
  let people = 0

  const send: RunningServices['send'] = async (method, path, { token, body, form, inject } = {}) => {
    const raw = await server.app.inject({
      method,
      url: path,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : body === undefined ? {} : { payload: body as object }),
      ...inject,
    })
    return { status: raw.statusCode, body: readJson(raw), raw }
  }
  const register: RunningServices['register'] = async (account, name = 'Other') => {
    await send('POST', '/api/usercenter/code', { body: { account, purpose: 'register' } })
    const code = await readCode(db, account)
    return send('POST', '/api/usercenter/user/register', { body: { name, account, code, password: PASSWORD, agreement: true } })
  }
  return {
    server,
    db,
    databaseUrl: database.url,
    dataDirectory,
    send,
    register,
    async person(role) {
      people += 1
      const account = `person${people}@example.com`
      const reply = await register(account, `Person ${people}`)
      if (reply.body.code !== 0) throw new Error(`register: ${reply.raw.body}`)
      const { id } = (await db.query('select id from account_user where "userName" = $1', [account])).rows[0]
      if (role) await db.query('insert into account_grant ("userId", role) values ($1, $2)', [id, role])
      return { ...reply.body.data, id, account }
    },
    signIn: (account, password = PASSWORD, address = '127.0.0.1') =>
      send('POST', '/api/usercenter/authentication/form', { form: { account, password }, inject: { remoteAddress: address } }),
    async second() {
      const other = await start()
      others.push(other)
      return other
    },
    async close() {
      for (const other of others) await other.close()
      await server.close()
      await db.end()
      await database.drop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

function readJson(raw: LightMyRequestResponse): unknown {
  return /json/.test(String(raw.headers['content-type'])) ? raw.json() : null
}

/** Waits until the condition answers something; fails after four minutes. */
export async function until<T>(look: () => Promise<T | null | undefined | false> | T | null | undefined | false): Promise<T> {
  for (let attempt = 0; attempt < 4_800; attempt++) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nothing came')
}
