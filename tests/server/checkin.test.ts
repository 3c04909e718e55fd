/** Check-in at the entrance: tickets, scanners at the same moment, scans that come late, and badges. */
import { generateKeyPairSync } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentText } from '../../runtime/core/momentText.ts'
import { readPdf } from '../harness/readPdf.ts'
import { readPrintedCode } from '../harness/readPrintedCode.ts'
import { createWorld, type Form, hackathonForm, signUp, type World } from './roadWorld.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they assert
type Data = any

let world: World
let form: Form
let organiser: string
let stranger: string
const clock = { now: Date.now() }
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', clock: () => new Date(clock.now), environment: walletSettings() })
  form = await hackathonForm(world)
  organiser = await world.signIn('organiser 2')
  stranger = await world.signIn('polytechnic organiser')
})
afterAll(() => world?.close())

/** A certificate of the kind that Apple gives for passes, of an authority of our own. */
function walletSettings(): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const made = forge.pki.createCertificate()
  made.publicKey = forge.pki.publicKeyFromPem(publicKey)
  made.serialNumber = '01'
  made.validity.notAfter = new Date(Date.now() + 86_400_000)
  const name = [{ name: 'commonName', value: 'Pass Type ID' }]
  made.setSubject(name)
  made.setIssuer(name)
  made.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  const certificate = forge.pki.certificateToPem(made)
  return {
    ...{ WALLET_PROVIDER: 'checkin.appleWallet', WALLET_PASS_TYPE_ID: 'pass.example.ticket', WALLET_TEAM_ID: 'TEAM123456' },
    ...{ WALLET_CERTIFICATE: certificate, WALLET_KEY: privateKey.replaceAll('\n', '\\n'), WALLET_WWDR: certificate },
  }
}

async function approved(): Promise<{ id: string; token: string; registrationId: string; code: string }> {
  const person = await world.newcomer()
  const { data } = await signUp(world, person.token, form)
  expect((await world.call('api/web/signup/approve', { id: data.id }, organiser)).code).toBe(0)
  const ticket = await world.call(`api/web/checkin/ticket/${data.id}`, {}, person.token, 'GET')
  return { ...person, registrationId: data.id, code: ticket.data.code }
}
let scans = 0
const scan = (input: object, token = organiser) =>
  world.call('api/web/checkin/scan', { competitionId: form.competitionId, scanId: `scan-${++scans}-${'x'.repeat(8)}`, ...input }, token)
const counts = async () => (await world.call('api/web/checkin/counts', { competitionId: form.competitionId }, organiser, 'GET')).data
const download = async (path: string, token: string) =>
  world.app.inject({ method: 'GET', url: `/${path}`, headers: { authorization: `Bearer ${token}` } })

describe('a ticket', () => {
  it('[CHECK-1] is for approved registrations, their own people alone, and its code cannot be made up', async () => {
    const person = await world.newcomer()
    const { data } = await signUp(world, person.token, form)
    expect((await world.call(`api/web/checkin/ticket/${data.id}`, {}, person.token, 'GET')).error).toBe('NOT_FOUND')
    const other = await approved()
    expect((await world.call(`api/web/checkin/ticket/${other.registrationId}`, {}, person.token, 'GET')).error).toBe('NOT_FOUND')
    const wrong = other.code.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'))
    for (const code of [wrong, `R${data.id}-ABCD2345`, 'x', '']) expect((await scan({ code })).error).toBe('CHECKIN_UNKNOWN')
    expect((await scan({ holder: `r${data.id}` })).error).toBe('CHECKIN_NOT_APPROVED')
    expect((await scan({ code: other.code }, stranger)).code).not.toBe(0)
  })
  it('[CHECK-2] is printed with the code that is scanned, and with its time as deadlines are: by the zone of the platform, which it names', async () => {
    const { registrationId, token, code } = await approved()
    const reply = await download(`api/web/checkin/ticketPdf/${registrationId}`, token)
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(await readPrintedCode(reply.rawPayload)).toBe(code)
    const { startsAt } = (await world.call(`api/web/checkin/ticket/${registrationId}`, {}, token, 'GET')).data
    const printed = (await readPdf(reply.rawPayload)).pages.join('')
    expect(printed).toContain(momentText(startsAt, 'zh', 'Asia/Shanghai').replaceAll(' ', ''))
    expect((await download(`api/web/checkin/ticketPdf/${registrationId}`, stranger)).headers['content-type']).not.toBe('application/pdf')
  })
})

describe('a ticket for the wallet of a phone', () => {
  it('[CHECK-20] carries the code that is scanned, is signed, and is for its own person alone', async () => {
    const { registrationId, token, code } = await approved()
    const page = (await world.call(`api/web/checkin/ticket/${registrationId}`, {}, token, 'GET')).data
    expect(page.wallet).toBe(true)
    const reply = await download(`api/web/checkin/ticketPass/${registrationId}`, token)
    expect(reply.headers['content-type'], reply.payload.slice(0, 300)).toBe('application/vnd.apple.pkpass')
    const files = unzipSync(reply.rawPayload)
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['pass.json', 'manifest.json', 'signature', 'icon.png', 'icon@2x.png']))
    const pass = JSON.parse(strFromU8(files['pass.json']!))
    expect(pass).toMatchObject({ passTypeIdentifier: 'pass.example.ticket', teamIdentifier: 'TEAM123456', serialNumber: page.holder })
    expect(pass.barcodes).toEqual([expect.objectContaining({ message: code, format: 'PKBarcodeFormatQR' })])
    expect(pass.eventTicket.secondaryFields[0]).toMatchObject({ value: page.name })
    expect((await download(`api/web/checkin/ticketPass/${registrationId}`, stranger)).json().error).toBe('NOT_FOUND')
  })
})

describe('a check-in', () => {
  it('[CHECK-3] counts once: of two scanners the second is told when and by whom', async () => {
    const { code } = await approved()
    const before = await counts()
    const replies = await Promise.all([scan({ code }), scan({ code: ` ${code.toLowerCase()}` }), scan({ code })])
    expect(replies.map(({ data }) => data.state).toSorted()).toEqual(['already', 'already', 'in'])
    const first = replies.find(({ data }) => data.state === 'in')!.data
    for (const { data } of replies) expect(data).toMatchObject({ id: first.id, at: first.at, by: first.by })
    expect(first.by).not.toBe('')
    expect(await counts()).toEqual({ expected: before.expected, arrived: before.arrived + 1 })
  })
  it('[CHECK-4] (control) counts as often as it is scanned when nothing holds the seat', async () => {
    const { code, registrationId } = await approved()
    const before = await counts()
    const states = [(await scan({ code })).data.state]
    await world.rows('UPDATE checkin_arrival SET seat = NULL WHERE seat = $1', [`r${registrationId}`])
    states.push((await scan({ code })).data.state)
    expect(states).toEqual(['in', 'in'])
    expect((await counts()).arrived).toBe(before.arrived + 2)
  })
  it('[CHECK-5] that a device sends again counts once, with the moment at which it was read', async () => {
    const { code } = await approved()
    const at = new Date(clock.now - 3_600_000).toISOString()
    const sent = { code, scanId: 'kept-on-a-phone', at }
    const replies = await Promise.all([scan(sent), scan(sent)])
    const again = await scan(sent)
    expect([...replies, again].filter(({ data }) => data?.state === 'in').length).toBeGreaterThanOrEqual(2)
    expect(again.data).toMatchObject({ state: 'in', at })
    const future = await approved()
    expect(Date.parse((await scan({ code: future.code, at: '2199-01-01T00:00:00.000Z' })).data.at)).toBeLessThanOrEqual(clock.now)
  })
  it('[CHECK-6] is found by name, undone by staff of the competition, and done again', async () => {
    const { registrationId } = await approved()
    await world.rows(`UPDATE signup_registration SET "displayName" = '欧阳签到' WHERE id = $1`, [registrationId])
    const find = async (token = organiser) =>
      (await world.call('api/web/checkin/people', { competitionId: form.competitionId, search: '欧阳签' }, token)).data?.list
    const [person] = await find()
    expect(person).toMatchObject({ holder: `r${registrationId}`, arrivedAt: null })
    expect((await find(stranger)) ?? []).toEqual([])
    const { data } = await scan({ holder: person.holder })
    expect((await find())[0]).toMatchObject({ arrivalId: data.id, by: data.by })
    expect((await world.call('api/web/checkin/undo', { id: data.id }, stranger)).code).not.toBe(0)
    expect((await world.call('api/web/checkin/undo', { id: data.id }, organiser)).code).toBe(0)
    expect((await find())[0]).toMatchObject({ arrivalId: null })
    expect((await scan({ holder: person.holder })).data.state).toBe('in')
  })
  it('[CHECK-7] is of each member of a team by a ticket of their own', async () => {
    const [{ id, name, competitionId }] = await world.rows(
      `SELECT m.id, m.name, r."competitionId" FROM team_member m JOIN signup_registration r ON r.id = m."registrationId" WHERE m.state = 'active' AND r."isTeam" ORDER BY m.id LIMIT 1`,
    )
    await world.rows(`UPDATE signup_registration SET status = 4 WHERE id = (SELECT "registrationId" FROM team_member WHERE id = $1)`, [id])
    const { data } = await scan({ holder: `m${id}`, competitionId: String(competitionId) }, await world.signIn('administrator'))
    expect(data).toMatchObject({ state: 'in', name })
    expect(data.team).not.toBeNull()
  })
})

describe('badges', () => {
  it('[CHECK-8] are one PDF with a side for each chosen person, with their name and code', async () => {
    const people = [await approved(), await approved()]
    const ids = people.map(({ registrationId }) => registrationId)
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/web/checkin/badges',
      headers: { authorization: `Bearer ${organiser}` },
      payload: { competitionId: form.competitionId, ids },
    })
    expect(reply.headers['content-type']).toBe('application/pdf')
    const { pages } = (await readPdf(reply.rawPayload)) as Data
    expect(pages).toHaveLength(2)
    for (const [at, { code }] of people.entries()) expect(JSON.stringify(pages[at])).toContain(code)
  })

  it('[CHECK-21] are printed on the sheet of the competition once it is in use, which its own staff alone design', async () => {
    const { registrationId } = await approved()
    const B = 'api/web/checkin/badge'
    const { competitionId } = form
    const own = async () => (await world.call(`${B}/own`, { competitionId }, organiser, 'GET')).data.design
    const printed = async () => {
      const reply = await world.app.inject({
        method: 'POST',
        url: '/api/web/checkin/badges',
        headers: { authorization: `Bearer ${organiser}` },
        payload: { competitionId, ids: [registrationId] },
      })
      return JSON.stringify(((await readPdf(reply.rawPayload)) as Data).pages)
    }
    expect(await own()).toBe(null)
    expect((await world.call(`${B}/begin`, { competitionId }, stranger)).error).toBe('PERMISSION_DENIED')
    const { id } = (await world.call(`${B}/begin`, { competitionId }, organiser)).data
    expect((await world.call(`${B}/begin`, { competitionId }, organiser)).error).toBe('CONFLICT')
    const { content, hash } = await own()
    const write = (text: string) => {
      const changed = structuredClone(content)
      changed.pages[0].elements[0] = { ...changed.pages[0].elements[1], text: { zh: text, en: text } }
      return changed
    }
    expect((await world.call(`${B}/save`, { id, content: write('x') }, stranger)).error).toBeDefined()
    const wrong = await world.call(`${B}/save`, { id, content: write('{{nothing}}'), base: hash }, organiser)
    expect(wrong.code).toBe(0)
    expect((await world.call(`${B}/publish`, { id }, organiser)).error).toBe('CERTIFICATE_TEMPLATE_VALUE')
    expect((await world.call(`${B}/save`, { id, content: write('SPRINGHALL'), base: wrong.data.hash }, organiser)).code).toBe(0)
    const look = await world.call(`${B}/look`, { id, lang: 'en', of: 'longest' }, organiser)
    expect(JSON.stringify(((await readPdf(Buffer.from(look.data.pdf, 'base64'))) as Data).pages)).toContain('SPRINGHALL')
    expect((await world.call(`${B}/look`, { id, lang: 'en', of: 'usual' }, stranger)).error).toBeDefined()
    expect(await printed()).not.toContain('SPRINGHALL')
    expect((await world.call(`${B}/publish`, { id }, stranger)).error).toBeDefined()
    expect((await world.call(`${B}/publish`, { id }, organiser)).code).toBe(0)
    expect(await printed()).toContain('SPRINGHALL')
    expect((await world.call(`${B}/remove`, { id }, stranger)).error).toBeDefined()
    expect((await world.call(`${B}/remove`, { id }, organiser)).code).toBe(0)
    expect(await printed()).not.toContain('SPRINGHALL')
    expect(await own()).toBe(null)
  })
})
