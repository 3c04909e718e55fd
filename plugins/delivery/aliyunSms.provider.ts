/** Text messages by the SMS service of Alibaba Cloud (SendSms, 2017-05-25). It holds the texts itself: each of our templates needs the code of the
 *  approved one there, whose variables have the same names. */
import { randomUUID } from 'node:crypto'
import { DeliveryError, defineProvider, type MessageChannel } from '../../runtime/core/contracts.ts'
import { signAliyun } from './signAliyun.ts'

interface Settings {
  endpoint: string
  keyId: string
  keySecret: string
  signName: string
  /** JSON: our template -> code there, `{"account.smsCode":"SMS_154950909"}`. */
  templates: string
}
interface Answer {
  Code?: string
  Message?: string
  BizId?: string
}

/** What trying again cannot correct. Throttling, faults and an empty account may pass. */
const PERMANENT = /^isv\.(MOBILE_|SMS_TEMPLATE_|SMS_SIGNATURE_|TEMPLATE_|INVALID_PARAMETERS|BLACK_KEY)/

export default defineProvider<MessageChannel, Settings>('delivery.aliyunSms', 'channel', (settings) => {
  const templates = JSON.parse(settings.templates) as Record<string, string>
  return {
    async send({ key, address, template, variables }, signal) {
      const code = templates[template]
      if (!code) throw new DeliveryError(`no template code for ${template} in ALIYUN_SMS_TEMPLATES`, true)
      const strings = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
      const answer = await ask(settings, signal, {
        PhoneNumbers: address,
        SignName: settings.signName,
        TemplateCode: code,
        TemplateParam: JSON.stringify(strings),
        OutId: key,
      })
      if (answer.Code === 'OK') return { reference: answer.BizId ?? null }
      const refusal = answer.Code ?? ''
      throw new DeliveryError(`${refusal}: ${answer.Message}`, PERMANENT.test(refusal), refusal === 'isv.MOBILE_NUMBER_ILLEGAL')
    },
  }
})

async function ask({ endpoint, keyId, keySecret }: Settings, signal: AbortSignal, parameters: Record<string, string>): Promise<Answer> {
  const { origin, host } = new URL(endpoint)
  const { query, headers } = signAliyun({
    method: 'POST',
    host,
    action: 'SendSms',
    version: '2017-05-25',
    query: parameters,
    date: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    nonce: randomUUID(),
    keyId,
    keySecret,
  })
  const reply = await fetch(`${origin}/?${query}`, { method: 'POST', headers, signal, redirect: 'error' })
  return (await reply.json().catch(() => ({ Code: `HTTP ${reply.status}`, Message: 'no JSON' }))) as Answer
}
