/** Where the platform says that it is: addresses it hands out, and whether people reach it by https. Neither follows from what a caller claims. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const SITE = 'https://agon.example'
/** What a caller can claim. */
const CLAIMS = { host: 'evil.example', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }

describe('addresses that the platform hands out', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ template: 'seeded', siteAddress: SITE, environment: { TRUST_PROXY: 'loopback' } })
  })
  afterAll(() => world?.close())

  const ask = async (method: 'GET' | 'POST', path: string, token: string, input: Record<string, unknown> = {}) =>
    world.app.inject({
      method,
      url: `/${path}`,
      headers: { ...CLAIMS, authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { payload: input } : {}),
    })

  it('[SITE-1] begin with SITE_ADDRESS, whatever host the request names: in mails, links and calendars', async () => {
    const organiser = await world.signIn('organiser')
    const competitionId = await world.competition(DESIGN)
    const expert = { name: '高临时', competitionId, expiresAt: '2099-01-01T00:00:00.000Z', address: 'expert@mail.example' }
    const { link } = (await ask('POST', 'api/usercenter/specialist/addTemporary', organiser, expert)).json().data
    expect(link.address).toMatch(new RegExp(`^${SITE}/expertLogin\\?link=`))
    const [mail] = await world.rows(`SELECT variables FROM platform_outbox WHERE template = 'account.expertLinkMail'`)
    expect(JSON.stringify(mail)).toContain(SITE)
    expect(JSON.stringify(mail)).not.toContain('evil.example')

    const [{ id }] = await world.rows(
      `SELECT q.id FROM questionnaire_questionnaire q JOIN competition_competition c ON c.id = q."competitionId" WHERE c.id = $1 LIMIT 1`,
      [competitionId],
    )
    const questionnaire = await ask('GET', `api/web/questionnaire/link/${id}`, organiser)
    expect(questionnaire.json().data.address).toMatch(new RegExp(`^${SITE}/`))

    const calendar = (await ask('GET', `api/web/competition/calendar/${competitionId}`, organiser)).body.replaceAll('\r\n ', '')
    expect(calendar).toContain(`URL:${SITE}/details?competitionId=${competitionId}`)
    expect(calendar).not.toContain('evil.example')
  })
})

describe('X-Forwarded-Proto', () => {
  const headersOf = async (environment: Record<string, string>, remoteAddress: string) => {
    const run: TestServer = await startTestServer({ template: 'tables', environment })
    try {
      const ask = (headers: Record<string, string>) => run.app.inject({ url: '/health/live', headers, remoteAddress })
      return { claimed: (await ask({ 'x-forwarded-proto': 'https' })).headers, plain: (await ask({})).headers }
    } finally {
      await run.close()
    }
  }

  it.each([
    ['1', '10.0.0.5'],
    ['10.0.0.0/8', '10.0.0.5'],
  ])('[SITE-2] counts with TRUST_PROXY=%s from %s: browsers are told to stay with https', async (TRUST_PROXY, remoteAddress) => {
    const { claimed, plain } = await headersOf({ TRUST_PROXY }, remoteAddress)
    expect(claimed['strict-transport-security']).toBe('max-age=31536000')
    expect(plain).not.toHaveProperty('strict-transport-security')
  })

  it.each([
    ['', '10.0.0.5'],
    ['10.0.0.5', '192.168.1.9'],
  ])('[SITE-3] means nothing with TRUST_PROXY=%s from %s', async (TRUST_PROXY, remoteAddress) => {
    expect((await headersOf({ TRUST_PROXY }, remoteAddress)).claimed).not.toHaveProperty('strict-transport-security')
  })
})
