/** Text messages by the SMS service of Alibaba Cloud (SendSms, 2017-05-25). It holds the texts itself: each of our templates needs the code of the
 *  approved one there, whose variables have the same names. */
import { randomUUID } from 'node:crypto'
import { DeliveryError, defineProvider, type MessageChannel } from '../../runtime/core/contracts.ts'
import { countryOfPhone } from '../../runtime/core/values/phoneNumber.ts'
import { signAliyun } from './signAliyun.ts'

interface Settings {
  endpoint: string
  keyId: string
  keySecret: string
  signName: string
  /** JSON: our template -> code there, `{"account.smsCode":"SMS_154950909"}`. */
  templates: string
  /** ISO 3166 codes, `CN,HK,MO`; `all`: every country. */
  countries: string
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
  const countries = settings.countries === 'all' ? null : settings.countries.split(',').map((code) => code.trim())
  return {
    reaches(address) {
      const country = countryOfPhone(address)
      return countries === null || (country !== null && countries.includes(country))
    },
    async send({ key, address, template, variables }, signal) {
      const code = templates[template]
      if (!code) throw new DeliveryError(`no template code for ${template} in ALIYUN_SMS_TEMPLATES`, true)
      const strings = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
      const answer = await ask(settings, signal, {
        // a number of elsewhere goes without the plus sign
        PhoneNumbers: address.replace('+', ''),
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
