/** Security events: refusals that staff should see. They are counted in memory by minute, kind, address, account and call, and written as counts once
 *  a second, so that a flood costs neither a statement for each nor rows without end: each process adds a bounded number of rows a minute, and the
 *  oldest go. Many of one kind within minutes are reported to staff, once in a while, by whichever process sees it first. */
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { GuessedSecret, Session } from '../../core/contracts.ts'
import type { AgonError } from '../../core/errors.ts'
import { MS_PER_MINUTE, SECONDS_PER_MINUTE } from '../../core/time.ts'
import type { RequestFacts, ServerDeps } from '../serverContext.ts'
import { networkOf } from '../wire/networkOf.ts'
import { maskAccount } from './maskAccount.ts'

const SETTINGS = 'platform.security'
const FLUSH_MS = 1_000
/** Most sources of events that the message to staff names. */
const MAX_NAMED = 3
/** A token that has expired or ended normally is no attack. */
const ORDINARY_ENDS: ReadonlySet<unknown> = new Set(['expired', 'ended', 'disabled'])

export interface SecurityPart {
  /** Whose secret a request tries: the event of its refusal names that account. */
  suspect(request: RequestFacts, at: GuessedSecret): void
  /** A request was refused. Counts what the app document calls an event; nothing else happens here, and nothing is waited for. */
  refused(
    error: Pick<AgonError, 'code' | 'details'>,
    by: { request: RequestFacts; session?: Session | undefined; call?: string | undefined },
  ): void
}

export interface SecurityService extends SecurityPart {
  start(): void
  /** Writes what is counted. */
  stop(): Promise<void>
  /** Writes what is counted, and alerts. */
  flush(): Promise<void>
  /** Removes what is older, or more, than the settings keep. */
  trim(): Promise<void>
}

interface Event {
  minute: string
  lastAt: string
  kind: string
  code: string
  call: string | null
  address: string | null
  userId: string | null
  account: string | null
  count: number
}

type Deps = Pick<ServerDeps, 'pool' | 'platform' | 'calls' | 'services'> & { logger: Pick<FastifyBaseLogger, 'info' | 'warn'> }

/** Distinct rows and accounts that the present minute has counted. */
interface MinuteRows {
  minute: string
  keys: Set<string>
  accounts: Map<string, Set<string>>
}
/** A figure of the settings; 0 without one. */
type Value = (name: string) => number

export function createSecurityService(deps: Deps): SecurityService {
  let counted = new Map<string, Event>()
  const rows: MinuteRows = { minute: '', keys: new Set(), accounts: new Map() }
  const suspects = new WeakMap<RequestFacts, GuessedSecret>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const value = (name: string) => Number(deps.platform().get('settings', SETTINGS).values[name]?.value ?? 0)

  async function write(): Promise<void> {
    const events = [...counted.values()]
    counted = new Map()
    if (events.length === 0) return
    await writeEvents(deps, events)
    for (const kind of new Set(events.map((event) => event.kind))) await alert(deps, kind, value)
  }

  const service: SecurityService = {
    suspect: (request, at) => void suspects.set(request, at),
    refused({ code, details }, { request, session, call }) {
      const { security } = deps.platform().app
      const kind = security && Object.keys(security.events).find((name) => security.events[name]!.includes(code))
      if (!kind || session?.seeing || (code === 'SESSION_INVALID' && ORDINARY_ENDS.has(details?.reason))) return
      const event = bounded(eventOf({ kind, code }, { request, session, call }, suspects.get(request)), rows, value)
      const known = counted.get(keyOf(event))
      if (known) Object.assign(known, { count: known.count + 1, lastAt: event.lastAt })
      else counted.set(keyOf(event), event)
    },
    flush() {
      writing = writing.then(write).catch((error: unknown) => deps.logger.warn({ err: error }, 'security events were not written'))
      return writing
    },
    async trim() {
      await deps.pool.query('DELETE FROM "platform_securityEvent" WHERE minute < now() - make_interval(days => $1)', [value('days')])
      await deps.pool.query(
        'DELETE FROM "platform_securityEvent" WHERE id <= (SELECT id FROM "platform_securityEvent" ORDER BY id DESC OFFSET $1 LIMIT 1)',
        [value('mostRows')],
      )
    },
    start() {
      timer = setInterval(() => void (counted.size > 0 && service.flush()), FLUSH_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await service.flush()
    },
  }
  return service
}

type Refused = Parameters<SecurityPart['refused']>

function eventOf({ kind, code }: Pick<Event, 'kind' | 'code'>, { request, session, call }: Refused[1], at?: GuessedSecret): Event {
  const now = new Date()
  return {
    minute: new Date(Math.floor(now.getTime() / MS_PER_MINUTE) * MS_PER_MINUTE).toISOString(),
    lastAt: now.toISOString(),
    kind,
    code,
    call: call ?? null,
    address: networkOf(request.ip),
    userId: session?.userId ?? at?.userId ?? null,
    account: session?.name ?? (at?.account ? maskAccount(at.account) : null),
    count: 1,
  }
}

/** The event, with fewer details when its minute has too many different ones. */
function bounded(event: Event, rows: MinuteRows, value: Value): Event {
  if (rows.minute !== event.minute) Object.assign(rows, { minute: event.minute, keys: new Set(), accounts: new Map() })
  const accounts = rows.accounts.get(event.address ?? '') ?? new Set()
  const who = event.userId ?? event.account
  let reported = event
  if (who !== null && !accounts.has(who) && accounts.size >= value('accountsPerAddress'))
    reported = { ...reported, userId: null, account: null }
  const key = keyOf(reported)
  if (!rows.keys.has(key) && rows.keys.size >= value('rowsPerMinute'))
    return { ...event, call: null, address: null, userId: null, account: null }
  rows.keys.add(key)
  if (reported === event && who !== null) rows.accounts.set(event.address ?? '', accounts.add(who))
  return reported
}

async function writeEvents(deps: Deps, events: readonly Event[]): Promise<void> {
  const columns = ['minute', 'lastAt', 'kind', 'code', 'call', 'address', 'userId', 'account', 'count'] as const
  const facts = JSON.stringify(events.map((event) => ({ key: keyOf(event), ...event })))
  await deps.pool.query(
    `INSERT INTO "platform_securityEvent" (key, ${columns.map((name) => `"${name}"`).join(', ')})
     SELECT key, minute, "lastAt", kind, code, call, address, "userId", account, count FROM jsonb_to_recordset($1::jsonb)
       AS e (key text, minute timestamptz, "lastAt" timestamptz, kind text, code text, call text, address text, "userId" text, account text, count integer)
     ON CONFLICT (key) DO UPDATE SET count = "platform_securityEvent".count + excluded.count, "lastAt" = excluded."lastAt"`,
    [facts],
  )
  for (const { count, ...event } of events) deps.logger.info({ security: event, count }, 'refused')
}

/** Tells staff when there are many of a kind. */
async function alert(deps: Deps, kind: string, value: Value): Promise<void> {
  const [threshold, minutes] = [value(kind), value('windowMinutes')]
  if (threshold === 0) return
  const since = `kind = $1 AND minute > now() - make_interval(mins => $2)`
  const { rows: sums } = await deps.pool.query<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM "platform_securityEvent" WHERE ${since}`,
    [kind, minutes],
  )
  const { count } = sums[0]!
  if (count < threshold || !(await mayAlert(deps, kind, value))) return
  deps.logger.warn({ kind, count, minutes }, 'many security events')
  const max = async (field: string) =>
    (
      await deps.pool.query<{ name: string; count: number }>(
        `SELECT ${field} AS name, sum(count)::int AS count FROM "platform_securityEvent" WHERE ${since} AND ${field} IS NOT NULL
         GROUP BY 1 ORDER BY 2 DESC LIMIT ${MAX_NAMED}`,
        [kind, minutes],
      )
    ).rows
  const facts = { kind, count, minutes, addresses: await max('address'), accounts: await max('account') }
  const caller = { session: deps.services.sessions.visitor(), lang: deps.platform().app.languages.default }
  await deps.calls.runHandler(deps.platform().app.security!.onBurst, facts, caller).catch(async (error: unknown) => {
    await deps.pool.query('DELETE FROM platform_rate WHERE key = $1', [alertKey(kind)])
    throw error
  })
}

/** One of all processes, once in the pause. */
async function mayAlert(deps: Deps, kind: string, value: Value): Promise<boolean> {
  const { rowCount } = await deps.pool.query(
    `INSERT INTO platform_rate (key, count, until) VALUES ($1, 1, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE platform_rate.until <= now()`,
    [alertKey(kind), value('pauseMinutes') * SECONDS_PER_MINUTE],
  )
  return rowCount === 1
}

function alertKey(kind: string): string {
  return `security alert ${kind}`
}

function keyOf({ minute, kind, code, call, address, userId, account }: Event): string {
  return createHash('sha256')
    .update(JSON.stringify([minute, kind, code, call, address, userId, account]))
    .digest('hex')
}
