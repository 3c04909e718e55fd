import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAliyun } from '../../../plugins/delivery/signAliyun.ts'
import type { Server } from '../../../runtime/server/createServer.ts'
import { readSettings } from '../../../scripts/start/readSettings.ts'
import { unsafeState } from '../../../scripts/start/unsafeState.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'
import { until } from '../services/startServices.ts'

const SECRET = 'test-secret'
const REPORT_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** A mail server that takes, delays or refuses what comes. */
function smtpDouble() {
  const mails: string[] = []
  const mood = { refuse: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody')) return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      return mood.refuse-- > 0 ? done(Object.assign(new Error('try later'), { responseCode: 451 })) : done()
    },
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk) => (text += chunk))
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  server.on('error', () => {})
  return { server, mails, mood }
}

/** The SMS service as far as it matters: checks the signature over what arrived, answers as the real one does. */
function smsDouble() {
  const sent: URLSearchParams[] = []
  const mood = { silent: false, answer: { Code: 'OK', BizId: '900619746936498440^0' } as Record<string, string> }
  const server = createHttpServer((request, reply) => {
    if (mood.silent) return
    const query = new URL(request.url!, 'http://sms').searchParams
    if (!isSigned(request, query)) return void reply.end(JSON.stringify({ Code: 'SignatureDoesNotMatch', Message: 'signature' }))
    if (mood.answer.Code === 'OK') sent.push(query)
    reply.end(JSON.stringify(mood.answer))
  })
  return { server, sent, mood }
}

function isSigned({ headers }: IncomingMessage, query: URLSearchParams): boolean {
  const expected = signAliyun({
    method: 'POST',
    host: headers.host!,
    action: String(headers['x-acs-action']),
    version: String(headers['x-acs-version']),
    query: Object.fromEntries(query),
    date: String(headers['x-acs-date']),
    nonce: String(headers['x-acs-signature-nonce']),
    keyId: 'test-key',
    keySecret: SECRET,
  })
  return expected.headers.authorization === headers.authorization
}

const smtp = smtpDouble()
const sms = smsDouble()
let run: TestServer
let admin: string
let serial = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.server.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => sms.server.listen(0, '127.0.0.1', resolve))
  const port = (smtp.server.server.address() as AddressInfo).port
  run = await startTestServer({
    template: 'seeded',
    environment: {
      MAIL_PROVIDER: 'delivery.smtp',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Agon <no-reply@agon.example>',
      MAIL_REPORT_SECRET: REPORT_SECRET,
      SMS_PROVIDER: 'delivery.aliyunSms',
      ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(sms.server.address() as AddressInfo).port}`,
      ALIYUN_ACCESS_KEY_ID: 'test-key',
      ALIYUN_ACCESS_KEY_SECRET: SECRET,
      ALIYUN_SMS_SIGN_NAME: 'Agon',
      ALIYUN_SMS_TEMPLATES: '{"account.smsCode":"SMS_154950909"}',
    },
  })
  const { userName, password } = readDemoAccount('administrator')
  admin = (await post('usercenter/authentication/form', { account: userName, password })).data.access_token
})
afterAll(async () => {
  sms.server.closeAllConnections()
  await run?.close()
  await new Promise<void>((resolve) => smtp.server.close(() => resolve()))
  sms.server.close()
})

async function post(path: string, payload: object, token?: string, lang = 'zh') {
  const headers = { cookie: `lang=${lang}`, ...(token && { authorization: `Bearer ${token}` }) }
  return (await run.app.inject({ method: 'POST', url: `/api/${path}`, payload, headers })).json()
}
const askCode = (account: string) => post('usercenter/code', { account, purpose: 'register' })
const newMail = (name = 'reader') => `${name}${serial++}@example.com`
const newPhone = () => `138${String(10_000_000 + serial++)}`
const rowOf = async (address: string) =>
  (await run.db.query('select * from platform_outbox where address = $1 order by id desc limit 1', [address])).rows[0]
const settled = (address: string, state: string) =>
  until(async () => {
    const row = await rowOf(address)
    return row?.state === state ? row : null
  })
/** The pause before the next try is over. */
const dueNow = (address: string) => run.db.query(`update platform_outbox set "dueAt" = now() where address = $1`, [address])

describe('signing for Alibaba Cloud', () => {
  it('gives the signature of the documented example', () => {
    const { headers } = signAliyun({
      method: 'POST',
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
      keyId: 'YourAccessKeyId',
      keySecret: 'YourAccessKeySecret',
    })
    expect(headers.authorization).toMatch(/Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/)
  })
})

describe('mail', () => {
  it('carries the files of an organiser to the mailbox; files of others and too many bytes are refused', async () => {
    const address = newMail()
    const owner = (await run.db.query(`select id from account_user where "userName" = $1`, [readDemoAccount('administrator').userName]))
      .rows[0].id
    await run.db.query(`insert into account_user ("userName", name, email) values ($1, '读者', $1)`, [address])
    const { files, sessions } = run.server.deps.services
    const request = { id: 'test', ip: '127.0.0.1', headers: {} }
    const scope = { db: run.server.deps.db, session: sessions.visitor(), now: new Date(), lang: 'zh' as const, request }
    const keep = (ownerId: string | null, size = 12) =>
      files.bind(scope).keep(Buffer.alloc(size, 'x'), { name: '日程.pdf', type: 'application/pdf', purpose: 'message', ownerId })
    const own = await keep(String(owner))
    const send = (list: { id: string }[]) =>
      post(
        'web/report/sendEmailMessage',
        { channels: ['mail'], audience: 'accounts', names: address, subject: { zh: '日程' }, text: { zh: '见附件' }, files: list },
        admin,
      )
    expect((await send([await keep(null)])).error).toBe('MESSAGE_FILES')
    expect((await send([await keep(String(owner), 10_485_761)])).error).toBe('MESSAGE_FILES')
    expect((await send([{ id: own.id }])).error).toBeUndefined()
    await settled(address, 'sent')
    // it belongs to the sending, and is no orphan
    expect((await run.db.query('select entity from platform_file where key = $1', [own.id])).rows).toEqual([{ entity: 'message.task' }])
    const mail = smtp.mails.find((text) => text.includes(`To: ${address}`))!
    expect(mail).toContain(Buffer.alloc(12, 'x').toString('base64'))
    expect(mail).toContain("filename*0*=utf-8''")
  })
  it('goes out by SMTP, and the code is masked afterwards', async () => {
    const address = newMail()
    expect((await askCode(address)).code).toBe(0)
    const row = await settled(address, 'sent')
    const mail = smtp.mails.find((text) => text.includes(`To: ${address}`))!
    expect(mail).toMatch(/From: Agon <no-reply@agon.example>/)
    expect(mail).toContain(`Message-ID: <outbox-${row.id}@agon.example>`)
    const code = /\d{6}/.exec((await new PostalMime().parse(mail)).text!)?.[0]
    expect(code).toBeDefined()
    expect(row).toMatchObject({ provider: 'delivery.smtp', attempts: 1, error: null })
    expect(JSON.stringify(row)).not.toContain(code)
    expect(row.text).toContain('••••••')
  })

  it('carries the address for one-click unsubscribing (RFC 8058) when its template names one, and no such header otherwise', async () => {
    const [bulk, code] = [newMail(), newMail()]
    const words = { subjectZh: '通知', subjectEn: 'Notice', textZh: '甲', textEn: 'A', fromZh: '乙', fromEn: 'B' }
    const variables = { ...words, link: 'https://agon.example/u/a', oneClick: 'https://agon.example/api/unsubscribe/a' }
    await run.db.query(
      `INSERT INTO platform_outbox (template, channel, address, lang, variables, state, "dueAt") VALUES ('message.bulkMail', 'mail', $1, 'en', $2, 'waiting', now())`,
      [bulk, JSON.stringify(variables)],
    )
    await askCode(code)
    await Promise.all([settled(bulk, 'sent'), settled(code, 'sent')])
    const headers = (address: string) => smtp.mails.find((text) => text.includes(`To: ${address}`))!.split('\r\n\r\n')[0]!
    expect(headers(bulk)).toContain('List-Unsubscribe: <https://agon.example/api/unsubscribe/a>')
    expect(headers(bulk)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(headers(code)).not.toContain('List-Unsubscribe')
  })

  it('[HEARD-6] leads to the page it is about, tells where to choose what comes, and holds no markup of its words', async () => {
    const address = newMail()
    const variables = { name: '<b>Ada</b> & "Co"', page: '/personalCenter/jingsai/12' }
    await run.db.query(
      `INSERT INTO platform_outbox (template, channel, address, lang, variables, state, "dueAt", topic, key) VALUES ('signup.approved', 'mail', $1, 'en', $2, 'waiting', now(), 'signup', 'AbCdEfGhIjKlMnOpQrSt')`,
      [address, JSON.stringify(variables)],
    )
    await settled(address, 'sent')
    const mail = smtp.mails.find((text) => text.includes(`To: ${address}`))!
    const { subject, text, html, headers } = await new PostalMime().parse(mail)
    const site = run.server.deps.config.siteAddress
    expect(subject).toBe('You are registered')
    expect(text).toContain(`View: ${site}${variables.page}`)
    expect(text).toContain(`Choose which notices you receive: ${site}/notice/AbCdEfGhIjKlMnOpQrSt`)
    expect(html).toContain(`<a href="${site}${variables.page}"`)
    expect(html).toContain('&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot;')
    expect(headers.find(({ key }) => key === 'list-unsubscribe')!.value).toBe(`<${site}/api/web/message/mute/AbCdEfGhIjKlMnOpQrSt>`)
  })

  it('is in the language of who reads it, not of who caused it', async () => {
    const { userName, password } = readDemoAccount('participant')
    const own = await post('usercenter/authentication/form', { account: userName, password }, undefined, 'en')
    const reader = own.data.access_token
    const contact = newMail()
    const { data } = await post('web/support/message', { name: 'Reader', contact, content: 'When does it begin?' }, reader, 'en')
    await post('web/support/reply', { target: 'message', id: data.id, reply: '9:00' }, admin)
    const row = await settled(contact, 'sent')
    expect(row).toMatchObject({ template: 'support.repliedByMail', lang: 'en', subject: expect.stringContaining('replied') })
    const visitor = newMail()
    const left = await post('web/support/message', { name: 'Visitor', contact: visitor, content: 'And when does it end?' }, undefined, 'en')
    await post('web/support/reply', { target: 'message', id: left.data.id, reply: '17:00' }, admin)
    expect(await settled(visitor, 'sent')).toMatchObject({ lang: 'en' })
  })

  it('is tried again after a passing failure, later each time, and arrives once', async () => {
    const address = newMail()
    smtp.mood.refuse = 2
    await askCode(address)
    const first = await until(async () => ((await rowOf(address)).attempts === 1 ? rowOf(address) : null))
    expect(first).toMatchObject({ state: 'waiting', error: expect.stringContaining('try later') })
    expect(first.dueAt.getTime() - first.updatedAt.getTime()).toBe(15_000)
    await dueNow(address)
    const second = await until(async () => ((await rowOf(address)).attempts === 2 ? rowOf(address) : null))
    expect(second.dueAt.getTime() - second.updatedAt.getTime()).toBe(30_000)
    await dueNow(address)
    expect(await settled(address, 'sent')).toMatchObject({ attempts: 3, error: null })
    expect(smtp.mails.filter((text) => text.includes(`To: ${address}`))).toHaveLength(1)
  })

  it('to an address that does not exist is given up at once; staff see why and send it again', async () => {
    const address = newMail('nobody')
    await askCode(address)
    const row = await settled(address, 'dead')
    expect(row).toMatchObject({ attempts: 1, error: expect.stringContaining('no such mailbox') })
    const { data } = await post('platform/outbox', { state: 'dead' }, admin)
    expect(data.list.find(({ id }: { id: string }) => id === String(row.id))).toMatchObject({ address, state: 'dead' })
    expect((await post('platform/outbox/resend', { id: String(row.id) }, admin)).data).toMatchObject({ state: 'waiting' })
    await until(async () => ((await rowOf(address)).state === 'dead' ? true : null))
    expect((await rowOf(address)).attempts).toBe(1)
  })

  it('with a code that has run out is not sent any more', async () => {
    const address = newMail()
    smtp.mood.refuse = 1
    await askCode(address)
    await until(async () => ((await rowOf(address)).attempts === 1 ? true : null))
    await run.db.query(`update platform_outbox set "expiresAt" = now() - interval '1 second', "dueAt" = now() where address = $1`, [
      address,
    ])
    await settled(address, 'expired')
    expect(smtp.mails.some((text) => text.includes(`To: ${address}`))).toBe(false)
  })
})

describe('an address that bounces', () => {
  /** A mail that is no code: the answer to what a visitor asked. */
  async function answerTo(contact: string): Promise<void> {
    const { data } = await post('web/support/message', { name: 'Visitor', contact, content: 'When does it end?' })
    expect((await post('web/support/reply', { target: 'message', id: data.id, reply: '17:00' }, admin)).code).toBe(0)
  }
  const lost = async (address: string) =>
    (await run.db.query('select channel, reason from "platform_lostAddress" where address = $1', [address])).rows
  const reported = async (body: object, headers: Record<string, string> = {}) =>
    (
      await run.app.inject({
        method: 'POST',
        url: '/api/delivery/report',
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      })
    ).json()
  const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`agon:${secret}`).toString('base64')}` })
  function signed(body: object, secret = REPORT_SECRET, time = Math.floor(Date.now() / 1000)): Record<string, string> {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key)
      .update(`msg_1.${time}.${JSON.stringify(body)}`)
      .digest('base64')
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(time), 'webhook-signature': `v1,${signature}` }
  }

  it('[BOUNCE-1] is kept with the reason, and gets no further mail except the code that proves it works again', async () => {
    const address = newMail('nobody')
    await answerTo(address)
    expect(await settled(address, 'bounced')).toMatchObject({ attempts: 1, error: expect.stringContaining('no such mailbox') })
    expect(await lost(address)).toEqual([{ channel: 'mail', reason: expect.stringContaining('no such mailbox') }])
    const other = newMail()
    await run.db.query(`insert into "platform_lostAddress" (channel, address, reason) values ('mail', $1, '550 gone')`, [other])
    await answerTo(other)
    expect(await settled(other, 'bounced')).toMatchObject({ error: '550 gone' })
    expect(smtp.mails.some((text) => text.includes(`To: ${other}`))).toBe(false)
    await askCode(other)
    await settled(other, 'sent')
    const code = /\b\d{6}\b/.exec((await PostalMime.parse(smtp.mails.findLast((text) => text.includes(`To: ${other}`))!)).text!)![0]
    const proof = { account: other, code, password: 'Sunrise#2026', name: 'Robin Hale', agreement: true }
    expect((await post('usercenter/user/register', proof)).code).toBe(0)
    expect(await lost(other)).toEqual([])
    await answerTo(other)
    await settled(other, 'sent')
  })

  it('[BOUNCE-2] is reported later by who has the secret, and by no one else', async () => {
    const address = newMail()
    await answerTo(address)
    const { id } = await settled(address, 'sent')
    const body = {
      report: [
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'Not delivered.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example',
        '',
        `Final-Recipient: rfc822; ${address.toUpperCase()}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 no mailbox',
        '  of this name',
        '',
        '--b',
        'Content-Type: text/rfc822-headers',
        '',
        `Message-ID: <outbox-${id}@agon.example>`,
        '--b--',
      ].join('\r\n'),
    }
    const old = Math.floor(Date.now() / 1000) - 3600
    const foreign = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    for (const headers of [{}, basic('guess'), signed(body, foreign), signed({}), signed(body, REPORT_SECRET, old)])
      expect((await reported(body, headers)).error).toBe('REPORT_SIGNATURE')
    expect(await lost(address)).toEqual([])
    expect((await reported(body, signed(body))).data).toEqual({ bounced: 1 })
    expect(await rowOf(address)).toMatchObject({ state: 'bounced', error: '550 5.1.1 no mailbox of this name' })
    expect(await lost(address)).toHaveLength(1)
    // again, and by the other way: nothing more happens
    expect((await reported(body, basic(REPORT_SECRET))).data).toEqual({ bounced: 1 })
    const { data } = await post('platform/outbox', { state: 'bounced' }, admin)
    expect(data.list.map(({ address: one }: { address: string }) => one)).toContain(address)
  })
})

describe('text messages', () => {
  it('go out by the signed request that the service asks for', async () => {
    const phone = newPhone()
    await askCode(phone)
    expect(await settled(phone, 'sent')).toMatchObject({ provider: 'delivery.aliyunSms', reference: '900619746936498440^0' })
    const query = sms.sent.find((one) => one.get('PhoneNumbers') === phone)!
    expect(query.get('SignName')).toBe('Agon')
    expect(query.get('TemplateCode')).toBe('SMS_154950909')
    expect(JSON.parse(query.get('TemplateParam')!)).toEqual({ code: expect.stringMatching(/^\d{6}$/), minutes: '5' })
  })

  it('wait while the service is throttled, and are given up when it refuses the number', async () => {
    const [busy, bad] = [newPhone(), newPhone()]
    sms.mood.answer = { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'slow down' }
    await askCode(busy)
    await until(async () => ((await rowOf(busy)).attempts === 1 ? true : null))
    expect(await rowOf(busy)).toMatchObject({ state: 'waiting', error: 'isv.BUSINESS_LIMIT_CONTROL: slow down' })
    sms.mood.answer = { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: 'no such number' }
    await askCode(bad)
    await settled(bad, 'dead')
    sms.mood.answer = { Code: 'OK', BizId: '1^0' }
    await dueNow(busy)
    await settled(busy, 'sent')
  })
})

describe('[T18] with the outside down', () => {
  it('people get their answer at once, mail is not held up by text messages, and everything is delivered once afterwards', async () => {
    sms.mood.silent = true
    const phones = Array.from({ length: 4 }, newPhone)
    const replies = await Promise.all(phones.map(askCode))
    expect(replies.every(({ code }) => code === 0)).toBe(true)
    const mail = newMail()
    await askCode(mail)
    await settled(mail, 'sent')
    expect(
      (await run.db.query('select state from platform_outbox where address = any($1)', [phones])).rows.every(
        ({ state }) => state === 'waiting',
      ),
    ).toBe(true)
    sms.mood.silent = false
    sms.server.closeAllConnections()
    for (const phone of phones) {
      await until(async () => {
        await run.db.query(`update platform_outbox set "dueAt" = now() where address = $1 and state = 'waiting' and "dueAt" > now()`, [
          phone,
        ])
        return (await rowOf(phone)).state === 'sent'
      })
    }
    const delivered = phones.map((phone) => sms.sent.filter((one) => one.get('PhoneNumbers') === phone).length)
    expect(delivered).toEqual([1, 1, 1, 1])
  })
})

describe('two processes', () => {
  it('deliver each message once', async () => {
    const { createServer } = await import('../../../runtime/server/createServer.ts')
    const { config } = run.server.deps
    const second = await createServer({ ...config, overlays: [], logLevel: 'silent' })
    try {
      const phones = Array.from({ length: 24 }, newPhone)
      await Promise.all(phones.map(askCode))
      for (const phone of phones) await settled(phone, 'sent')
      const counts = phones.map((phone) => sms.sent.filter((one) => one.get('PhoneNumbers') === phone).length)
      expect(new Set(counts)).toEqual(new Set([1]))
    } finally {
      await second.close()
    }
  })
})

describe('who may look', () => {
  it('is platform staff alone', async () => {
    for (const path of ['platform/outbox', 'platform/outbox/resend']) {
      expect((await post(path, path.endsWith('resend') ? { id: '1' } : {})).code).toBe(401)
    }
    const { userName, password } = readDemoAccount('organiser')
    const { data } = await post('usercenter/authentication/form', { account: userName, password })
    expect((await post('platform/outbox', {}, data.access_token)).error).toBe('PERMISSION_DENIED')
  })
})

describe('a provider', () => {
  it('that lacks a setting stops the start and is named with the variable it needs', async () => {
    const { createServer } = await import('../../../runtime/server/createServer.ts')
    const start = (environment: Record<string, string>) => createServer({ ...run.server.deps.config, logLevel: 'silent', environment })
    await expect(start({ MAIL_PROVIDER: 'delivery.smtp' })).rejects.toThrow(/delivery\.smtp needs the environment variable SMTP_URL/)
    await expect(start({ MAIL_PROVIDER: 'delivery.pigeon' })).rejects.toThrow(
      /MAIL_PROVIDER names "delivery.pigeon"; known: delivery\.outbox, delivery\.smtp/,
    )
  })
  it('[PRETEND-1] that only pretends is off unless the server was started to pretend or the environment names it; the start and pages say so', async () => {
    const { createServer } = await import('../../../runtime/server/createServer.ts')
    const services = [...run.server.deps.platform().documents.service.values()]
    const pretending = services.flatMap(({ choice, providers }) =>
      Object.entries(providers).flatMap(([name, { pretends }]) =>
        pretends ? [{ env: choice.env, name, isDefault: choice.default === name }] : [],
      ),
    )
    expect(new Set(pretending.map(({ name }) => name))).toEqual(new Set(['delivery.outbox', 'pay.sandbox', 'pay.sampleInvoice']))
    const documented = readFileSync(join(PROJECT_DIRECTORY, 'docs/deployment.md'), 'utf8')
    expect(pretending.filter(({ env, name }) => !documented.includes(`\`${env}=${name}\``))).toEqual([])
    const start = (environment: Record<string, string>) =>
      createServer({ ...run.server.deps.config, pretending: false, overlays: [], logLevel: 'silent', environment })
    const reported = async (server: Server) => (await unsafeState(readSettings(PROJECT_DIRECTORY, { DEMO: 'off' }, []), server.deps)).warned
    const off = await start({})
    try {
      const lines = await reported(off)
      for (const { env } of pretending.filter(({ isDefault }) => isDefault))
        expect(lines).toContainEqual(expect.stringMatching(`^${env} is not set: .* is off`))
      const ask = async (path: string, payload: object) => (await off.app.inject({ method: 'POST', url: `/api/${path}`, payload })).json()
      const { userName: account, password } = readDemoAccount('administrator')
      const authorization = `Bearer ${(await ask('usercenter/authentication/form', { account, password })).data.access_token}`
      expect((await off.app.inject({ url: '/api/web/pay/online', headers: { authorization } })).json().data).toMatchObject({
        provider: null,
        ready: false,
        sandbox: false,
      })
      expect((await ask('usercenter/code', { account: newPhone(), purpose: 'register' })).error).toBe('CODE_OFF')
    } finally {
      await off.close()
    }
    const named = await start(Object.fromEntries(pretending.map(({ env, name }) => [env, name])))
    try {
      expect(named.deps.services.providers.get('pay.provider')?.name).toBe('pay.sandbox')
      expect(await reported(named)).toContainEqual(expect.stringMatching(/^PAY_PROVIDER=pay\.sandbox: .*no money moves/))
    } finally {
      await named.close()
    }
  })
  it('of customer service stops the start when its address is not an https one; without a provider the message form is used', async () => {
    const { createServer } = await import('../../../runtime/server/createServer.ts')
    const environment = { SUPPORT_CHAT: 'support.link', SUPPORT_CHAT_URL: 'javascript:alert(1)' }
    await expect(createServer({ ...run.server.deps.config, logLevel: 'silent', environment })).rejects.toThrow(
      /SUPPORT_CHAT_URL must be an https/,
    )
    expect((await run.app.inject('/api/web/support/chat')).json().data).toEqual({ address: null })
    const given = { SUPPORT_CHAT: 'support.link', SUPPORT_CHAT_URL: 'https://work.weixin.qq.com/kfid/agon?lang={lang}' }
    const other = await createServer({ ...run.server.deps.config, logLevel: 'silent', environment: given })
    const ask = (lang: string) => other.app.inject({ url: '/api/web/support/chat', headers: { cookie: `lang=${lang}` } })
    expect((await ask('en')).json().data).toEqual({ address: 'https://work.weixin.qq.com/kfid/agon?lang=en' })
    expect((await ask('zh')).json().data).toEqual({ address: 'https://work.weixin.qq.com/kfid/agon?lang=zh' })
    await other.close()
  })
})
