/** Pictures of certificates: where one is shared, and of the templates in the gallery. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CertificateWorld, createCertificateWorld, W } from './certificateWorld.ts'

let world: CertificateWorld
beforeAll(async () => {
  world = await createCertificateWorld()
})
afterAll(() => world?.close())

const picture = (path: string) => world.app.inject({ method: 'GET', url: `/${W}/${path}` })
const head = async (code: string) => (await world.app.inject({ url: `/share?certificate=${code}`, headers: { accept: 'text/html' } })).body

it('[CERT-18] a valid certificate has a picture of 1200 x 630 that its page names; one that is withdrawn or unknown has none', async () => {
  const { list } = await world.issued(1)
  const [{ id, code }] = list
  const full = await picture(`picture?certificate=${code}`)
  expect(full.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=600' })
  expect(await sharp(full.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const markup = await head(code)
  const address = /property="og:image" content="([^"]+)"/.exec(markup)![1]!.replaceAll('&amp;', '&')
  expect(new URL(address).pathname + new URL(address).search).toBe(`/${W}/picture?certificate=${code}&lang=zh`)
  expect(markup).toContain('property="og:title" content="获奖证书"')
  expect(markup).toMatch(/property="og:description" content="查看并核对证书。获奖者1 获奖证书 一等奖 /)
  expect(markup).toContain('name="robots" content="noindex"')
  // a name that is masked is masked on the picture too
  await world.rows(`UPDATE certificate_certificate SET "shownName" = 'masked' WHERE id = $1`, [id])
  const masked = await picture(`picture?certificate=${code}`)
  expect(masked.statusCode).toBe(200)
  expect(masked.rawPayload.equals(full.rawPayload)).toBe(false)
  expect((await world.call(`${W}/withdraw`, { id, reason: '名单有误' }, world.organiser)).code).toBe(0)
  expect((await picture(`picture?certificate=${code}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
  expect((await picture('picture?certificate=none')).json()).toMatchObject({ error: 'NOT_FOUND' })
})

it('[CERT-19] each template of the gallery has a picture; other sheets have none', async () => {
  const { list } = (await world.call(`${W}/listCompetitionTemplate`, { competitionId: world.competitionId }, world.organiser)).data
  for (const { id, own } of list.filter((template: { own: boolean }) => !template.own)) {
    const { rawPayload, statusCode } = await picture(`templatePicture?templateId=${id}&lang=en`)
    expect([id, own, statusCode]).toEqual([id, false, 200])
    expect((await sharp(rawPayload).metadata()).width).toBe(640)
  }
  expect((await picture('templatePicture?templateId=certificate.card')).json()).toMatchObject({ error: 'NOT_FOUND' })
})
