/** Notices to browsers by the Web Push protocol (RFC 8030, 8291, 8292). A notice is its title and the page that it is about, encrypted for the device. */
import webPush from 'web-push'
import { DeliveryError, defineProvider } from '../../../runtime/core/contracts.ts'
import { isAskable, postGuarded } from '../../webhook/postGuarded.ts'
import { type PushChannel, pushKeys } from './pushChannel.ts'

/** How long a push service keeps a notice for a device that is off. */
const KEPT_SECONDS = 3 * 86_400
const GONE = [404, 410]
const LATER = [408, 425, 429]

export default defineProvider<PushChannel, { local?: string }>('message.webPush', 'channel', ({ local }, { signed, site }) => {
  const isOpen = local === 'on'
  const keys = () => pushKeys(signed)
  return {
    takes: (endpoint) => isAskable(endpoint, isOpen),
    publicKey: async () => (await keys()).publicKey,
    async send({ subject, link, device }) {
      const { endpoint, p256dh, auth } = device as { endpoint: string; p256dh: string; auth: string }
      const { publicKey, privateKey } = await keys()
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({ title: subject, link: link ?? '/' }),
        { vapidDetails: { subject: contactOf(site), publicKey, privateKey }, TTL: KEPT_SECONDS, contentEncoding: 'aes128gcm' },
      )
      const { status, problem } = await postGuarded({ url: endpoint, body, headers: written(headers) }, isOpen)
      if (problem === null) return { reference: null }
      if (status !== null && GONE.includes(status)) throw new DeliveryError(`the device takes no notices any more (${status})`, true, true)
      const isRefused = problem === 'address' || (status !== null && status < 500 && !LATER.includes(status))
      throw new DeliveryError(`the push service: ${status ?? problem}`, isRefused)
    },
  }
})

function written(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Push services ask who sends: an address by https, which a machine of one's own does not have. */
function contactOf(site: string): string {
  const { host, hostname } = new URL(site)
  return hostname === 'localhost' ? `mailto:push@${hostname}` : `https://${host}`
}
