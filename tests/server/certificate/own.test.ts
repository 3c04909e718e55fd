/** Certificates in the personal centre: whose they are, how the name stands in public, and archives. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CertificateWorld, createCertificateWorld, W } from './certificateWorld.ts'

let world: CertificateWorld
beforeAll(async () => {
  world = await createCertificateWorld()
})
afterAll(() => world?.close())

const mine = async (token: string, input: object = {}) => (await world.call(`${W}/mine`, { ...input }, token)).data
const shown = async (code: string) => (await world.call(`${W}/shown`, { certificate: code }, null, 'GET')).data
/** The first certificate of a new batch is the person's. */
async function givenTo(userId: string, change: Record<string, unknown> = {}, count = 1) {
  const issued = await world.issued(count, change)
  await world.rows('UPDATE certificate_certificate SET "userId" = $2 WHERE "batchId" = $1', [issued.batchId, userId])
  return issued
}
async function archive(token: string, reply: { data: { jobId: string } }) {
  const job = async () => (await world.call(`api/platform/job/${reply.data.jobId}`, {}, token, 'GET')).data
  await expect.poll(async () => (await job()).state).toBe('done')
  const { id } = (await job()).result
  const file = await world.app.inject({ method: 'GET', url: `/api/platform/file/${id}`, headers: { authorization: `Bearer ${token}` } })
  // names stand in the clear in a zip
  return [...new Set(file.rawPayload.toString('utf8').match(/[A-Z0-9]+-\d{4}-\d{4}-[0-9A-Z] [^\n\0]*?\.pdf/g))]
}

describe('[CERT-7] certificates in the personal centre', () => {
  it('are those the person holds, filtered by status, competition, year and words, and no one else’s', async () => {
    const { id, token } = await world.newcomer()
    const one = await givenTo(id)
    const two = await givenTo(id, { title: { zh: '参赛证明', en: 'Participation' } })
    await world.call(`${W}/withdraw`, { id: String(two.list[0].id), reason: '名单有误' }, world.organiser)
    expect((await mine(token)).list).toMatchObject([
      { serial: two.list[0].serial, state: 'withdrawn', reason: '名单有误', title: { zh: '参赛证明' } },
      { serial: one.list[0].serial, state: 'published', reason: null, mine: true, issuedOn: '2026-11-23' },
    ])
    expect((await mine(token, { state: 'published' })).total).toBe(1)
    expect((await mine(token, { search: '参赛' })).total).toBe(1)
    expect((await mine(token, { search: '%' })).total).toBe(0)
    expect((await mine(token, { year: 2025 })).total).toBe(0)
    expect((await mine(token, { year: 2026, competitionId: world.competitionId })).total).toBe(2)
    expect((await world.call(`${W}/competitionYears`, {}, token)).data.list).toEqual([{ value: 2026, label: '2026' }])
    expect((await world.call(`${W}/competitionList`, {}, token)).data.list).toMatchObject([{ id: world.competitionId }])
    const other = await world.newcomer()
    expect((await mine(other.token)).total).toBe(0)
    expect((await world.call(`${W}/competitionList`, {}, other.token)).data.list).toEqual([])
    expect((await world.pdf(`id=${one.list[0].id}`, other.token)).json()).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('of a whole team are found and downloaded by its members; those of one person of the team are not', async () => {
    const { id, token } = await world.newcomer()
    const [{ id: registrationId, eventId }] = await world.rows(
      `SELECT min(id) AS id, min("eventId") AS "eventId" FROM signup_registration WHERE "competitionId" = $1`,
      [world.competitionId],
    )
    await world.rows(
      `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state) VALUES ($1, $2, $3, $4, '队员', 'contestant', 'active')`,
      [registrationId, world.competitionId, eventId, id],
    )
    const { list } = await world.issued(2)
    const bind = (at: number, isTeam: boolean) =>
      world.rows('UPDATE certificate_certificate SET "registrationId" = $2, "isTeam" = $3 WHERE id = $1', [
        list[at].id,
        registrationId,
        isTeam,
      ])
    await bind(0, true)
    await bind(1, false)
    expect((await mine(token)).list).toMatchObject([{ serial: list[0].serial, mine: false }])
    expect((await world.pdf(`id=${list[0].id}`, token)).statusCode).toBe(200)
    expect((await world.pdf(`id=${list[1].id}`, token)).json()).toMatchObject({ error: 'NOT_FOUND' })
    const share = await world.call(`${W}/setShare`, { id: String(list[0].id), shownName: 'masked' }, token)
    expect(share).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('show the name in public as the holder chose; a masked name takes the PDF from the public', async () => {
    const { id, token } = await world.newcomer()
    const [{ id: certificate, code, serial }] = (await givenTo(id)).list
    const hide = (shownName: string) => world.call(`${W}/setShare`, { id: String(certificate), shownName }, token)
    expect(await shown(code)).toMatchObject({ name: '获奖者1', shownName: 'full' })
    expect(await hide('masked')).toMatchObject({ code: 0 })
    expect(await shown(code)).toMatchObject({ name: '获***', shownName: 'masked', state: 'published' })
    expect((await world.call(`${W}/search`, { serial })).data.list).toMatchObject([{ name: '获***' }])
    expect((await world.pdf(`certificate=${code}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await world.pdf(`id=${certificate}`, token)).statusCode).toBe(200)
    await hide('full')
    expect((await world.pdf(`certificate=${code}`)).statusCode).toBe(200)
  })

  it('are packed with a list of them: the own ones, and all of a competition for who issues them; withdrawn ones stay out', async () => {
    const { id, token } = await world.newcomer()
    const { batchId, list } = await givenTo(id, {}, 3)
    await world.call(`${W}/withdraw`, { id: String(list[2].id), reason: '名单有误' }, world.organiser)
    const valid = list.slice(0, 2).map(({ serial, name }) => `${serial} ${name}.pdf`)
    expect(await archive(token, await world.call(`${W}/downloadOwn`, {}, token))).toEqual(valid)
    expect(await archive(token, await world.call(`${W}/downloadOwn`, { ids: [String(list[1].id)] }, token))).toEqual([valid[1]])
    const all = { competitionId: world.competitionId, batchId }
    const zip = 'api/web/downLoadZip/certificateByCompetitionId'
    expect(await archive(world.organiser, await world.call(zip, all, world.organiser))).toEqual(valid)
    expect(await world.call(zip, all, token)).toMatchObject({ error: 'PERMISSION_DENIED' })
    const other = await world.newcomer()
    expect(await world.call(`${W}/downloadOwn`, { ids: [String(list[0].id)] }, other.token)).toMatchObject({
      error: 'CERTIFICATE_NONE_VALID',
    })
  })
})
