/** The way to the sign-in page and back. The page may be on another host; it never hands over tokens, only a one-time ticket in the address.
 *  A secret that stays in this browser tab binds the ticket to it: who finds the address later, or is sent one, cannot use it. */
import type { SignedIn, Tokens } from '../core/contracts.ts'
import { sha256 } from '../core/documents/sha256.ts'
import { acceptReturn, withoutParameter } from '../core/returnAddress.ts'
import type { Boot } from '../core/wire.ts'
import { request } from './http.ts'
import { replaceAddress } from './navigation.ts'
import { keepTokens } from './session.ts'
import { language } from './texts.ts'
import { errorText, showToast } from './toasts.ts'
import { readTokens } from './tokens.ts'

type App = Boot['app']

/** Query parameter with the SHA-256 of the tab's secret, on the way to another host. */
const CHALLENGE = 'challenge'
const SECRET_KEY = 'agon.signIn'
/** Home of older links, which kept the page behind the hash (spec 8). */
const HOME_HASH = '#/'

/** Whether a page belongs on the other host: pages of signing in are on the sign-in host, all others on the site. */
export function isElsewhere(app: App, layout: string | undefined): boolean {
  const { origin } = app.signIn
  // the server draws pages of the host that they were asked of
  if (!origin || typeof location === 'undefined') return false
  if (location.origin !== origin) return layout === 'entry'
  // Without a challenge no tab waits for a ticket: the site sends back with one.
  return layout !== 'entry' || !new URLSearchParams(location.search).has(CHALLENGE)
}

/** Leaves for the host of such a page. */
export function goElsewhere(app: App, layout: string | undefined, path: string): void {
  if (!isSignInHost(app)) location.replace(entryAddress(app, path))
  else location.replace(`${layout === 'entry' ? siteOf(app) : app.signIn.returnTo[0]}${path}`)
}

/** Whether a dialog says that the session has ended: not on pages where people sign in anyway. */
export function tellsOfEnd(app: App, layout: string | undefined): boolean {
  return layout !== 'entry' && !isSignInHost(app) && location.hash !== HOME_HASH
}

/** True on a host of its own for signing in. */
export function isSignInHost(app: App): boolean {
  return app.signIn.origin === location.origin
}

/** The address of the sign-in page that leads back to `back` (a path of this site). */
export function signInAddress(app: App, back: string): string {
  return `${app.routes.signIn}?${new URLSearchParams({ [app.returnParameter]: back })}`
}

function entryAddress(app: App, path: string): string {
  const url = new URL(path, app.signIn.origin)
  const back = url.searchParams.get(app.returnParameter) || app.routes.home
  url.searchParams.set(app.returnParameter, back.startsWith('/') ? location.origin + back : back)
  url.searchParams.set(CHALLENGE, sha256(newSecret()))
  url.searchParams.set(app.languages.cookie.name, language.lang)
  return url.href
}

function siteOf(app: App): string {
  const wanted = acceptReturn(new URLSearchParams(location.search).get(app.returnParameter), app.signIn.returnTo)
  return wanted && !wanted.startsWith('/') ? new URL(wanted).origin : app.signIn.returnTo[0]!
}

let pending: Tokens | null = null

/** Keeps what a sign-in answered until `returnWithTicket`; never in the browser's storage, which belongs to the site. */
export function keepSignIn(answered: SignedIn): void {
  pending = 'access_token' in answered ? answered : null
}

/**
 * Goes back to where the person came from, with a ticket for the session just opened. Without one (a second factor is still to be proved) nothing
 * happens.
 * @param fallback  path when the address names none
 * @throws CallError
 */
export async function returnWithTicket(app: App, fallback: string): Promise<void> {
  if (!pending) return
  const query = new URLSearchParams(location.search)
  const wanted = acceptReturn(query.get(app.returnParameter), app.signIn.returnTo) ?? fallback
  const returnTo = isSignInHost(app) && wanted.startsWith('/') ? app.signIn.returnTo[0] + wanted : wanted
  const challenge = query.get(CHALLENGE) ?? sha256(newSecret())
  const { address } = await request<{ address: string }>('session.ticket', { returnTo, challenge }, { token: pending.access_token })
  pending = null
  location.replace(address)
}

/**
 * What the address asks for when the application starts: a ticket is exchanged, `autoLogin` leads to sign-in. Both leave the address immediately.
 * @returns true when the person is someone else now
 */
export async function arrive(app: App): Promise<boolean> {
  const { ticketParameter, autoParameter } = app.signIn
  const query = new URLSearchParams(location.search)
  const ticket = query.get(ticketParameter)
  if (ticket !== null) return redeem(app, ticket)
  if (query.has(autoParameter)) {
    const address = withoutParameter(ownAddress(), autoParameter)
    replaceAddress(readTokens() ? address : signInAddress(app, address))
  }
  return false
}

async function redeem(app: App, ticket: string): Promise<boolean> {
  const address = withoutParameter(ownAddress(), app.signIn.ticketParameter)
  replaceAddress(address)
  try {
    const returnTo = app.signIn.origin ? location.origin + address : address
    keepTokens(await request<Tokens>('session.redeem', { ticket, returnTo, verifier: takeSecret() }, { anonymous: true }))
    return true
  } catch (error) {
    showToast('error', errorText(error))
    return false
  }
}

function ownAddress(): string {
  return location.pathname + location.search + location.hash
}

// In the tab only: neither another tab nor a later visitor of this browser has it. Where storage is forbidden the memory of the page must do.
let secretInMemory = ''

function newSecret(): string {
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  secretInMemory = secret
  try {
    sessionStorage.setItem(SECRET_KEY, secret)
  } catch {
    // forbidden storage
  }
  return secret
}

function takeSecret(): string {
  try {
    const secret = sessionStorage.getItem(SECRET_KEY)
    sessionStorage.removeItem(SECRET_KEY)
    return secret ?? NO_SECRET
  } catch {
    return secretInMemory || NO_SECRET
  }
}
/** As long as a secret, and right for no ticket. */
const NO_SECRET = '0'.repeat(64)
