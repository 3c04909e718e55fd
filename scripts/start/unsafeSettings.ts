/** Unsafe settings of a start. With NODE_ENV=production the worst of them are refused before anything runs; the others are reported after the start.
 *  `docs/deployment.md` has the whole list. */
import { BlockList, isIP } from 'node:net'
import type { StartSettings } from './readSettings.ts'

export interface UnsafeSettings {
  /** Why there is no start. */
  refused: string[]
  /** Reported once the platform runs. */
  warned: string[]
}
type Environment = Readonly<Record<string, string | undefined>>
interface Rule {
  holds(settings: StartSettings, environment: Environment): boolean | undefined
  /** Refused in production; otherwise reported. */
  refused?: boolean
  text(settings: StartSettings, environment: Environment): string
}

const RULES: readonly Rule[] = [
  {
    holds: ({ dev, production }) => dev && production,
    refused: true,
    text: () => 'npm run dev serves sources and reloads them: with NODE_ENV=production use npm start',
  },
  {
    holds: ({ production, host, databaseUrl }, { SITE_ADDRESS }) =>
      !SITE_ADDRESS && (production || databaseUrl !== null || !isLoopback(host)),
    refused: true,
    text: ({ siteAddress }) =>
      `SITE_ADDRESS is not set: links in mails would begin with ${siteAddress}. Set the public address, as SITE_ADDRESS=https://agon.example`,
  },
  {
    holds: ({ siteAddress }, { SITE_ADDRESS }) =>
      Boolean(SITE_ADDRESS) && siteAddress.startsWith('http:') && !isLoopback(new URL(siteAddress).hostname),
    text: ({ siteAddress }) =>
      `SITE_ADDRESS=${siteAddress} is not https: passwords and sessions travel unencrypted. Put a proxy with TLS in front`,
  },
  {
    holds: ({ siteAddress }, { TRUST_PROXY }) => siteAddress.startsWith('https:') && !TRUST_PROXY,
    text: () =>
      'TRUST_PROXY is not set, but https needs a proxy: all people seem to come from its address and share its limits, and browsers are not told to stay with https. Set TRUST_PROXY to its address',
  },
  {
    holds: ({ host }, { TRUST_PROXY }) => /^[1-9]\d*$/.test(TRUST_PROXY ?? '') && !isLoopback(host),
    text: ({ host, port }, { TRUST_PROXY }) =>
      `TRUST_PROXY=${TRUST_PROXY} trusts whoever connects to ${host}:${port}: let only the proxy reach that port, or name the proxy by its address`,
  },
  {
    holds: (_, { FRAME_ANCESTORS }) => FRAME_ANCESTORS?.split(/\s+/).some((source) => /^(\*|https?:)$/.test(source)),
    text: (_, { FRAME_ANCESTORS }) =>
      `FRAME_ANCESTORS=${FRAME_ANCESTORS} lets every site show the platform in a frame and catch clicks. Name the sites`,
  },
  {
    holds: ({ databaseUrl }) => databaseUrl !== null && travelsOpenly(databaseUrl),
    text: ({ databaseUrl }) =>
      `DATABASE_URL reaches ${new URL(databaseUrl!).hostname} without TLS: add ?sslmode=verify-full, unless the network between is yours alone`,
  },
  {
    holds: ({ production, databaseUrl }) => production && databaseUrl === null,
    text: () =>
      'the embedded database lives with this one process and can be backed up only while it is stopped: DATABASE_URL names a PostgreSQL of your own',
  },
  {
    holds: ({ demonstration, host }) => demonstration && !isLoopback(host),
    text: ({ host }) =>
      `HOST=${host} shows the demonstration to the network, and everybody knows its passwords. DEMO=off starts without it`,
  },
  {
    holds: ({ production, databaseUrl }) => (production || databaseUrl !== null) && process.getuid?.() === 0,
    text: () => 'the server runs as root: run it as a user of its own',
  },
]

/** @throws Error in one line for a TRUST_PROXY that names nothing */
export function unsafeSettings(settings: StartSettings, environment: Environment): UnsafeSettings {
  assertProxies(environment.TRUST_PROXY)
  const found = RULES.filter((rule) => rule.holds(settings, environment))
  const isRefused = (rule: Rule) => settings.production && rule.refused === true
  const textsOf = (rules: readonly Rule[]) => rules.map((rule) => rule.text(settings, environment))
  return { refused: textsOf(found.filter(isRefused)), warned: textsOf(found.filter((rule) => !isRefused(rule))) }
}

/** Ends a start that is refused. @throws Error with one line for each reason */
export function refuseUnsafe(refused: readonly string[]): void {
  if (refused.length > 0) throw new Error(`Not started, because NODE_ENV=production and:\n${listed(refused)}\nSee docs/deployment.md`)
}

export function listed(lines: readonly string[]): string {
  return lines.map((line) => `  - ${line}`).join('\n')
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  const version = isIP(bare)
  return version === 0 ? bare === 'localhost' : LOOPBACK.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

function travelsOpenly(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  if (hostname === '' || isLoopback(hostname)) return false
  return !/^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? process.env.PGSSLMODE ?? '')
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function assertProxies(setting: string | undefined): void {
  if (!setting || /^\d+$/.test(setting)) return
  const bad = setting
    .split(',')
    .map((part) => part.trim())
    .find((part) => !NAMED_NETWORKS.includes(part) && isIP(part.replace(/\/[\d.]+$/, '')) === 0)
  if (bad !== undefined)
    throw new Error(
      `TRUST_PROXY must be the number of proxies, or their addresses with commas between, as 10.0.0.5,10.1.0.0/16; not "${bad}"`,
    )
}
