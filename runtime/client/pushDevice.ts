/** Push notices of this browser: whether they are possible, and switching them on and off. The service worker is that of the platform (`offline/worker.ts`). */

import { WORKER } from './offline/worker.ts'

/** What the platform keeps of a browser; without `endpoint` it takes no notices. */
export interface PushDevice {
  possible: boolean
  /** Hash of the endpoint: the row of this browser is found by it, while the endpoint stays a secret. */
  key: string | null
  endpoint: string | null
  p256dh: string | null
  auth: string | null
  name: string
}

/** Never asks the person for anything. */
export async function lookAtPush(): Promise<PushDevice> {
  const worker = isPossible() ? await navigator.serviceWorker.getRegistration() : undefined
  return deviceOf((await worker?.pushManager.getSubscription()) ?? null)
}

/** Asks for leave to show notices, and the browser's push service for an address. @param key  public key of the platform, base64url */
export async function switchPushOn(key: string): Promise<PushDevice> {
  if (!isPossible() || (await Notification.requestPermission()) !== 'granted') return deviceOf(null)
  await navigator.serviceWorker.register(WORKER)
  const worker = await navigator.serviceWorker.ready
  const wanted = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await deviceOf(await worker.pushManager.subscribe(wanted))
  } catch {
    // of another key, of before: a browser has one subscription
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    return deviceOf(await worker.pushManager.subscribe(wanted).catch(() => null))
  }
}

/** Ends the subscription of this browser; the row of the device is removed by who calls. */
export async function switchPushOff(): Promise<PushDevice> {
  const worker = isPossible() ? await navigator.serviceWorker.getRegistration() : undefined
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
  return deviceOf(null)
}

function isPossible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function deviceOf(subscription: PushSubscription | null): Promise<PushDevice> {
  const { keys = {}, endpoint = null } = subscription?.toJSON() ?? {}
  const key = endpoint === null ? null : await hashOf(endpoint)
  const possible = isPossible() && Notification.permission !== 'denied'
  return { possible, key, endpoint, p256dh: keys.p256dh ?? null, auth: keys.auth ?? null, name: deviceName(navigator.userAgent) }
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'SamsungBrowser', 'Chrome', 'Safari']
const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung Internet' }
const SYSTEMS = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'CrOS', 'Linux']

/** Browser and system, as people name them. */
function deviceName(userAgent: string): string {
  const browser = BROWSERS.find((name) => userAgent.includes(`${name}/`)) ?? 'Browser'
  const system = SYSTEMS.find((name) => userAgent.includes(name))
  return [NAMES[browser] ?? browser, system].filter(Boolean).join(' · ')
}
