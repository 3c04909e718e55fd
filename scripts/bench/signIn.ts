/** Bench (c): whether the time of an answer tells that an account exists. Known and unknown accounts are asked about in turn, each once and each from an
 *  address of its own, so that neither limits nor a slow moment of the machine favour one side. Prints medians, their difference and ratio. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'

const TURNS = Number(process.env.TURNS ?? 100)
/** Requests before the clock counts. */
const WARM_UP = 10
const AIM_MS = 5
const PROJECT = join(import.meta.dirname, '../..')

type Ask = (account: string, address: string) => Promise<unknown>

/** Runs the bench; `DATABASE_URL` names an empty database instead of a fresh embedded one, `TURNS` the number of pairs. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-sign-in-'))
  const embedded = process.env.DATABASE_URL ? null : await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const server = await createServer({
    databaseUrl: process.env.DATABASE_URL ?? embedded!.url,
    projectDirectory: PROJECT,
    dataDirectory: join(directory, 'data'),
    logLevel: 'silent',
    pretending: true,
    environment: process.env,
  })
  try {
    const known = await addAccounts(server, TURNS + WARM_UP)
    const unknown = known.map((phone) => phone.replace(/^139/, '138'))
    for (const [name, ask] of Object.entries(questions(server))) report(name, await compare(known, unknown, ask))
  } finally {
    await server.close()
    await embedded?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function questions({ app }: Server): Record<string, Ask> {
  const post = (path: string, payload: object, remoteAddress: string) =>
    app.inject({ method: 'POST', url: `/api/usercenter/${path}`, payload, remoteAddress })
  return {
    'a wrong password': (account, address) => post('authentication/form', { account, password: 'Wrong-Horse#1' }, address),
    'asking for a code': (account, address) => post('code', { account, purpose: 'signIn' }, address),
    'a wrong code': (account, address) => post('authentication/mobile', { account, code: '000000' }, address),
  }
}

/** Accounts with a phone and one password. @returns their phones */
async function addAccounts({ deps }: Server, count: number): Promise<string[]> {
  const scope = {
    db: deps.db,
    session: deps.services.sessions.visitor(),
    now: new Date(),
    lang: 'zh' as const,
    request: { id: 'bench', ip: '127.0.0.1', headers: {} },
  }
  const passwordHash = await deps.services.sessions.bind(scope).hashPassword(randomBytes(12).toString('base64url'))
  const phones = Array.from({ length: count }, (_, at) => `139${String(10_000_000 + at)}`)
  await deps.db
    .insertInto('account_user')
    .values(phones.map((phone) => ({ userName: phone, phone, name: 'Bench', passwordHash })))
    .execute()
  return phones
}

async function compare(known: readonly string[], unknown: readonly string[], ask: Ask): Promise<{ known: number[]; unknown: number[] }> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [at, account] of known.entries()) {
    // who comes first changes with each turn
    const pair: ['known' | 'unknown', string][] = [
      ['known', account],
      ['unknown', unknown[at]!],
    ]
    for (const [side, one] of at % 2 ? pair.toReversed() : pair) {
      const address = `10.${side === 'known' ? 1 : 2}.${at >> 8}.${at & 255}`
      const start = performance.now()
      await ask(one, address)
      if (at >= WARM_UP) times[side].push(performance.now() - start)
    }
  }
  return times
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(name: string, times: { known: number[]; unknown: number[] }): void {
  const [known, unknown] = [median(times.known), median(times.unknown)]
  // pair by pair: what slows the machine down for a while slows both down
  const difference = Math.abs(median(times.known.map((time, at) => time - times.unknown[at]!)))
  const verdict = difference < AIM_MS ? 'met' : 'MISSED'
  console.log(
    `${name.padEnd(18)} known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms (medians of ${times.known.length}), ` +
      `median difference of the pairs ${difference.toFixed(2)} ms, ratio ${(known / unknown).toFixed(3)}; aim < ${AIM_MS} ms: ${verdict}`,
  )
}
