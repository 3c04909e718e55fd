/** A questionnaire inside pages of other sites: servers of other origins stand around it, the platform under test is the one of the frame. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'
import { onDatabase } from './person.ts'

const servers: Server[] = []
const open: OpenPage[] = []
let code = ''
let allowed = ''
let foreign = ''

beforeAll(async () => {
  ;[allowed, foreign] = (await Promise.all([serve(), serve()])) as [string, string]
  const { page } = await visitAs({ lang: 'en', as: 'organiser', path: '/admin/collectionlist/1?tab=links' })
  await page.getByLabel('Sites that may embed it').fill(allowed)
  await page.getByRole('button', { name: 'Save sites' }).click()
  const shown = page.getByText(/^<script async/)
  await shown.waitFor()
  code = (await shown.textContent())!
})
afterAll(async () => {
  for (const visit of open) await visit.close()
  for (const server of servers) server.close()
})

describe('a questionnaire in a page of another site', () => {
  it('[QUEST-37] is as high as its questions, takes a response, and is as high as its thanks afterwards', async () => {
    const { page } = await visitAs({ lang: 'zh', width: 1000, fresh: true })
    await page.goto(allowed)
    const frame = await frameOf(page)
    await frame.getByRole('heading', { level: 1, name: '参赛体验满意度调查' }).waitFor()
    await expect.poll(() => followed(page, frame)).toBeGreaterThan(700)
    await frame.getByRole('radio', { name: '指导教师' }).check()
    await frame.getByRole('radio', { name: '非常满意' }).check()
    await frame.getByRole('radio', { name: '不会' }).check()
    await frame.getByLabel('不再参加的原因').fill('从别的网站填写')
    await frame.getByRole('button', { name: '提交', exact: true }).click()
    await frame.getByText('谢谢，祝你比赛顺利！').waitFor()
    await expect.poll(() => followed(page, frame)).toBeLessThan(600)
    await expect.poll(() => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().bottom > 0)).toBe(true)
    await expect.poll(responses).toBe(1)
  })

  it('[QUEST-38] is not shown by a site outside of the list', async () => {
    const { page } = await visitAs({ lang: 'zh', width: 1000, fresh: true })
    const refused = page.waitForEvent('console', (line) => /frame-ancestors/.test(line.text()))
    await page.goto(foreign)
    expect((await refused).text()).toContain(allowed)
    expect(await (await frameOf(page)).getByRole('heading').count()).toBe(0)
  })
})

async function visitAs(...facts: Parameters<typeof openPage>): Promise<OpenPage> {
  const visit = await openPage(...facts)
  open.push(visit)
  return visit
}

/** A site whose only page holds the code that the organiser copied. @returns its origin */
async function serve(): Promise<string> {
  const server = createServer((_, reply) =>
    reply
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Elsewhere</title><p>Before</p>${code}<p>After</p>`),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function frameOf(page: Page): Promise<Frame> {
  const element = await page.locator(`iframe[src^="${inject('serverUrl')}/q/"]`).elementHandle()
  return (await element!.contentFrame())!
}

/** Height of the frame, in CSS pixels, once nothing inside of it has to be scrolled to. */
async function followed(page: Page, frame: Frame): Promise<number> {
  await expect.poll(() => frame.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  return page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height)
}

function responses(): Promise<number> {
  const query = `SELECT count(*)::int AS n FROM questionnaire_answer WHERE "questionnaireId" = 1 AND "values" ->> 'why' = $1`
  return onDatabase(async (db) => (await db.query(query, ['从别的网站填写'])).rows[0].n)
}
