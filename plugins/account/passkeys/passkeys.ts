/** Passkeys (WebAuthn): the challenges that are asked, and the places for which answers count. `@simplewebauthn/server` reads and verifies the answers:
 *  signature, origin, challenge, counter. */
import { createHash, randomBytes } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { MS_PER_MINUTE } from '../../../runtime/core/time.ts'

/** For which a passkey is made, and where its answers may come from. */
export interface PasskeyPlace {
  rpID: string
  origins: string[]
}

const CHALLENGE_BYTES = 32
const LOCAL = 'localhost'
const LOOPBACK = ['127.0.0.1', '[::1]']
const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/

/** Null where browsers know no passkeys: a site that is named by an IP address. A development server at 127.0.0.1 is `localhost` too. */
export function passkeyPlace({ site, platform }: Pick<HandlerContext, 'site' | 'platform'>): PasskeyPlace | null {
  const { origin: signInHost, returnTo } = platform.app.signIn
  const origins = [site, signInHost, ...(returnTo ?? [])].filter(
    (address): address is string => typeof address === 'string' && address !== '',
  )
  const hosts = [...new Set(origins)].map((address) => new URL(address))
  const local = hosts
    .filter(({ hostname }) => LOOPBACK.includes(hostname))
    .map(({ protocol, port }) => new URL(`${protocol}//${LOCAL}:${port}`))
  const all = [...hosts, ...local].filter(({ hostname }) => !IP_ADDRESS.test(hostname))
  if (all.length === 0) return null
  return { rpID: sharedDomain(all.map(({ hostname }) => hostname)), origins: [...new Set(all.map(({ origin }) => origin))] }
}

/** `account.agon.example` and `agon.example` -> `agon.example`: one passkey for the hosts of one site. Hosts that share none: the first. */
function sharedDomain(hosts: readonly string[]): string {
  const [first = '', ...others] = hosts
  const labels = first.split('.')
  for (let from = 0; from < labels.length - 1; from += 1) {
    const domain = labels.slice(from).join('.')
    if (others.every((host) => host === domain || host.endsWith(`.${domain}`))) return domain
  }
  return first
}

/** @param userId of who adds a passkey; null: someone signs in */
export async function newChallenge(context: HandlerContext, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const { rows, now, documents } = context
  const { minutes } = documents.settings('account.passkeys')
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES))
  const expiresAt = new Date(now.getTime() + minutes * MS_PER_MINUTE).toISOString()
  await rows.create('account.passkeyChallenge', { hash: hashOf(Buffer.from(challenge).toString('base64url')), userId, expiresAt })
  return challenge
}

/** Uses a challenge up: of two answers to it one counts. */
export async function takeChallenge({ rows, now }: HandlerContext, challenge: string, userId: string | null): Promise<boolean> {
  const row = await rows.find('account.passkeyChallenge', { hash: hashOf(challenge), userId }, { lock: true })
  if (!row) return false
  await rows.remove('account.passkeyChallenge', row)
  return row.expiresAt > now.toISOString()
}

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest('hex')

/** What a browser answered, as far as it can be read; the library judges the content. */
export function readAnswer<T extends { id: string }>(text: string): T | null {
  try {
    const answer = JSON.parse(text) as Partial<T> | null
    return typeof answer?.id === 'string' ? (answer as T) : null
  } catch {
    return null
  }
}
