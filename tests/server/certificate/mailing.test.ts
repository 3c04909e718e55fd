/** Paper copies: asked for by holders where a series offers them, worked through by staff, with a tracking number that the person is told. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../harness/readPdf.ts'
import { type CertificateWorld, createCertificateWorld, W } from './certificateWorld.ts'

let world: CertificateWorld
beforeAll(async () => {
  world = await createCertificateWorld()
})
afterAll(() => world?.close())

const PARCEL = { copies: 2, recipient: '何新人', phone: '13900001234', address: '江南省江南市大学路 1 号 <东门>' }

async function holder(change: Record<string, unknown> = { paper: true }) {
  const { id: userId, token } = await world.newcomer()
  const [{ id, serial }] = (await world.issued(1, change)).list
  await world.rows('UPDATE certificate_certificate SET "userId" = $2 WHERE id = $1', [id, userId])
  const apply = (more: object = {}, as = token) => world.call('api/web/applyCertificate', { id: String(id), ...PARCEL, ...more }, as)
  const own = async () => (await world.call('api/web/selectApplyCertificate', {}, token)).data.list
  return { userId, token, id: String(id), serial, apply, own }
}
const staff = (path: string, input: object) => world.call(`${W}/${path}`, { ...input }, world.organiser)

it('[CERT-13] are asked for once at a time, of a valid certificate of one’s own whose series offers them', async () => {
  const { token, id, serial, apply, own } = await holder()
  expect((await world.call(`${W}/mine`, {}, token)).data.list).toMatchObject([{ paper: true }])
  expect(await apply({ phone: '12' })).toMatchObject({ error: 'CALL_INPUT' })
  expect(await apply({}, (await world.newcomer()).token)).toMatchObject({ error: 'NOT_FOUND' })
  const replies = await Promise.all([apply(), apply()])
  expect(replies.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['CERTIFICATE_MAILING_OPEN', 'ok'])
  expect(await own()).toMatchObject([{ serial, copies: 2, recipient: '何新人', state: 'requested', phone: expect.stringContaining('*') }])
  const [{ id: request }] = await own()
  expect(await world.call(`${W}/cancelMailing`, { id: request }, token)).toMatchObject({ code: 0 })
  expect(await apply()).toMatchObject({ code: 0 })
  await staff('withdraw', { id, reason: '名单有误' })
  expect(await apply()).toMatchObject({ error: 'CERTIFICATE_STATE' })
  const none = await holder({})
  expect(await none.apply()).toMatchObject({ error: 'CERTIFICATE_NO_PAPER' })
})

it('[CERT-14] are worked through by those who issue: labels with the whole address, a tracking number or a reason, which the person is told', async () => {
  const one = await holder()
  const two = await holder()
  await one.apply()
  await two.apply()
  const [first, second] = await Promise.all([one, two].map(async ({ own }) => (await own())[0].id))
  const queue = (await staff('mailings', { competitionId: world.competitionId, state: 'requested' })).data.list
  expect(queue.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([first, second]))
  expect(JSON.stringify(queue)).not.toContain('大学路 1 号')
  const labels = await world.app.inject({
    method: 'POST',
    url: `/${W}/labels`,
    headers: { authorization: `Bearer ${world.organiser}` },
    payload: { competitionId: world.competitionId, ids: [first] },
  })
  const text = (await readPdf(labels.rawPayload)).pages.join('').replace(/\s/g, '')
  for (const words of ['何新人13900001234', '大学路1号<东门>', one.serial]) expect(text).toContain(words)
  expect(text).not.toContain(two.serial)
  expect(await world.call(`${W}/sendMailing`, { id: first, tracking: 'SF1' }, one.token)).toMatchObject({ error: 'PERMISSION_DENIED' })
  expect(await staff('sendMailing', { id: first, tracking: 'SF1' })).toMatchObject({ data: { state: 'sent' } })
  expect(await staff('refuseMailing', { id: first, reason: '重复' })).toMatchObject({ error: 'CERTIFICATE_MAILING_STATE' })
  expect(await staff('refuseMailing', { id: second, reason: '地址不完整' })).toMatchObject({ data: { state: 'refused' } })
  expect(await one.own()).toMatchObject([{ state: 'sent', tracking: 'SF1' }])
  const reported = await world.rows(`SELECT template, "userId" FROM platform_outbox WHERE template LIKE 'certificate.mailing%' ORDER BY id`)
  expect(reported).toEqual([
    { template: 'certificate.mailingSent', userId: one.userId },
    { template: 'certificate.mailingRefused', userId: two.userId },
  ])
})
