/** Sends webhooks: each is one guarded request. */
import { defineProvider, type WebhookSender } from '../../runtime/core/contracts.ts'
import { isAskable, postGuarded } from './postGuarded.ts'

export default defineProvider<WebhookSender>('webhook.https', 'webhook', ({ local }) => {
  const isOpen = local === 'on'
  return { takes: (url) => isAskable(url, isOpen), send: (order) => postGuarded(order, isOpen) }
})
