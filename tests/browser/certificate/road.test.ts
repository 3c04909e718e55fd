/** The whole road of a certificate: designed and made by its organiser from a published ranking, approved above, published, found and shared by the winner on a phone,
 *  verified by a stranger who scans its code, and withdrawn. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { closeWindows, openWindow, type Window } from '../../harness/browserWindows.ts'
import { freePort } from '../../harness/freePort.ts'
import { openPath, settled } from '../../harness/openPage.ts'
import { readPdf } from '../../harness/readPdf.ts'
import { readPrintedCode } from '../../harness/readPrintedCode.ts'
import { AUDIT, type AuditWorld, createAuditWorld, type Person } from '../../server/competition/auditWorld.ts'
import { copyRow } from '../review/copyRow.ts'

const CONTEST = '省大学生创新设计赛'
const TEAM = '鱼跃队'
const PHONE = 360
let world: AuditWorld
let origin: string
let winner: Person
let competitionId: string
let organiser: Window
let stranger: Window
const windows: Window[] = []
/** What the code on the PDF says. */
let scanned: string
let serial: string
/** As the winner downloaded it. */
let pdf: Buffer

beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  world = await createAuditWorld({ siteAddress: origin })
  await world.app.listen({ port, host: '127.0.0.1' })
  competitionId = await world.contest(CONTEST)
  winner = await world.person()
  const rule = { mode: 'parent', deadlineDays: 5, onDeadline: 'remind', certificates: true }
  expect(await world.post(`${AUDIT}/saveRule`, { organisationId: world.school, ...rule }, world.auditor)).toMatchObject({ code: 0 })
  await publishRanking()
})
afterAll(async () => {
  for (const window of windows) await window.leave()
  await closeWindows()
  await world?.close()
})

/** First the winner's team, then a name without an account. */
async function publishRanking(): Promise<void> {
  const [event] = await world.rows('SELECT id FROM competition_event WHERE "competitionId" = $1', [competitionId])
  const team = { competitionId, eventId: event.id, userId: winner.id, displayName: TEAM, school: '江南大学', inviteCode: null, answers: {} }
  const registrationId = await copyRow(world.db, 'signup_registration', 'c.status = 4', { ...team, isTeam: true })
  const [list] = await world.rows(
    `INSERT INTO ranking_list ("competitionId", title, position, state, "publishedVersion", "frozenVersion") VALUES ($1, '{"zh":"总决赛","en":"Final"}', 1, 'published', 1, 1) RETURNING id`,
    [competitionId],
  )
  const line = `INSERT INTO ranking_award ("listId", "competitionId", position, rank, prize, name, school, "registrationId") VALUES ($1, $2, $3, $3, $4, $5, '江南大学', $6)`
  await world.rows(line, [list.id, competitionId, 1, 'first', TEAM, registrationId])
  await world.rows(line, [list.id, competitionId, 2, 'second', '旁听席队', null])
}

async function visit(
  token: string | null,
  { lang = 'zh', width = 1440, path }: { lang?: 'zh' | 'en'; width?: number; path: string },
): Promise<Window> {
  const storage = token === null ? {} : { 'agon.tokens': { access_token: token, refresh_token: '' } }
  const window = await openWindow({ origin, lang, width, storage, painted: process.env.PICTURES !== undefined })
  windows.push(window)
  await window.page.goto(path)
  await settled(window.page)
  return window
}

async function look(page: Page, name: string, within?: string): Promise<void> {
  await settled(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${name} is as wide as the window`,
  ).toBeLessThanOrEqual(0)
  expect(await seriousProblems(page, within === undefined ? undefined : { within })).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/road-${name}.png`, fullPage: true })
}

it('[CERT-ROAD-1] the organiser designs a template, previews and publishes it', async () => {
  organiser = await visit(world.organiser.token, { path: '/admin/cert/setTemplate' })
  const { page } = organiser
  await page.locator('.ag-card', { hasText: '简约' }).getByRole('button', { name: '用它新建' }).click()
  const dialog = page.getByRole('dialog', { name: '新建证书模板' })
  await dialog.getByLabel('名称').fill('创新赛证书')
  await dialog.getByRole('combobox', { name: '用于' }).fill(CONTEST)
  await page.getByRole('option', { name: CONTEST }).first().click()
  await dialog.getByRole('button', { name: '新建' }).click()
  await page.waitForURL(/\/admin\/cert\/setTemplate\/\d+$/)
  const canvas = page.getByRole('group', { name: '画布' })
  await canvas.waitFor()
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('menuitem', { name: '文字' }).click()
  await page.getByRole('textbox', { name: '中文文字' }).fill('创新无界 {{team.name}}')
  await page.getByText('草稿已保存，尚未发布').waitFor()
  await page.getByRole('tab', { name: '预览' }).click()
  await page.locator('canvas[data-drawn="true"]').first().waitFor()
  await look(page, 'template', '.ag-designer')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('已发布，没有新的修改').waitFor()
})

it('[CERT-ROAD-9] a seal and a signature keep their shape and their transparent ground', async () => {
  const { page } = organiser
  await openPath(page, `/admin/cert?competitionId=${competitionId}`)
  await page.getByRole('button', { name: '新建系列' }).first().click()
  const dialog = page.getByRole('dialog')
  const picture = await sharp({ create: { width: 90, height: 30, channels: 4, background: '#c0000080' } })
    .png()
    .toBuffer()
  await dialog.getByLabel('签名图片').setInputFiles({ name: 'hand.png', mimeType: 'image/png', buffer: picture })
  const kept = () => world.rows(`SELECT type, width, height FROM platform_file WHERE name = 'hand.png'`)
  await expect.poll(kept, { timeout: 30_000 }).toEqual([{ type: 'image/png', width: 90, height: 30 }])
})

it('[CERT-ROAD-2] makes certificates for a published ranking and submits them for approval', async () => {
  const { page } = organiser
  await openPath(page, `/admin/cert?competitionId=${competitionId}`)
  await page.getByRole('button', { name: '新建系列' }).first().click()
  const series = page.getByRole('dialog', { name: '新建证书系列' })
  await series.getByLabel('名称（中文）').fill('获奖证书')
  await series.getByLabel('名称（英文）').fill('Award certificate')
  await series.getByLabel('模板').selectOption({ label: '创新赛证书' })
  await series.getByLabel('编号前缀').fill('ROAD')
  await series.getByLabel('编号年份').fill('2026')
  await series.getByRole('button', { name: '保存' }).click()
  await page.getByText('证书系列已创建').waitFor()
  await look(page, 'series')
  await page.getByRole('row').filter({ hasText: '获奖证书' }).getByRole('button', { name: '生成证书' }).click()
  await page.waitForURL(/\/admin\/cert\/generation\?/)
  await settled(page)
  await page.getByRole('radio', { name: '榜单' }).check()
  await page.getByRole('combobox', { name: '榜单' }).selectOption({ label: '总决赛' })
  await page.getByRole('button', { name: '预览名单' }).click()
  await page.getByRole('button', { name: '生成 2 张证书' }).waitFor()
  await page.getByText(`${TEAM}、旁听席队`).waitFor()
  await look(page, 'generation')
  await page.getByRole('button', { name: '生成 2 张证书' }).click()
  await page.waitForURL(/\/admin\/cert\/generationlook\?/)
  await page.getByRole('button', { name: '送审', exact: true }).click()
  const note = page.getByRole('dialog')
  await note.getByLabel('送审说明').fill('总决赛名单已公布')
  await note.getByRole('button', { name: '送审' }).click()
  await page.getByText('已送审').first().waitFor()
  await look(page, 'submitted')
  expect(await page.getByRole('button', { name: '发布', exact: true }).count()).toBe(0)
})

it('[CERT-ROAD-3] the superior looks at one of them and approves, in English', async () => {
  const auditor = await visit(world.auditor.token, { lang: 'en', path: '/admin/dataAudit' })
  const { page } = auditor
  await page.getByRole('cell', { name: /Award certificate/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Submission details' })
  const [file] = await Promise.all([page.waitForEvent('download'), drawer.getByRole('button', { name: 'Look at one certificate' }).click()])
  expect((await readPdf(await readFile(await file.path()))).pages[0]).toContain(`创新无界${TEAM}`)
  await look(page, 'approval')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await page
    .getByText('Nothing to approve')
    .or(page.getByRole('cell', { name: 'Approved', exact: true }))
    .first()
    .waitFor()
})

it('[CERT-ROAD-4] the organiser is told and publishes', async () => {
  const { page } = organiser
  await expect.poll(() => world.told(world.organiser)).toContain('certificate.approved')
  await page.getByText('已通过').first().waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发布这批证书？' })
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('证书已发布').first().waitFor()
  await look(page, 'published')
  await expect.poll(() => world.told(winner)).toContain('certificate.published')
})

it('[CERT-ROAD-5] the winner finds it on a phone, downloads it and shares its page', async () => {
  const { page } = await visit(winner.token, { lang: 'en', width: PHONE, path: '/personalCenter/credential' })
  await page.getByText('Award certificate').first().waitFor()
  await look(page, 'credential-360')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).first().click(),
  ])
  pdf = await readFile(await file.path())
  expect((await readPdf(pdf)).pages[0]).toContain(`创新无界${TEAM}`)
  scanned = (await readPrintedCode(pdf))!
  expect(scanned).toMatch(new RegExp(`^${origin}/share\\?certificate=[\\w-]{22}$`))
  const [shared] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Share', exact: true }).first().click(),
  ])
  await settled(shared)
  expect(shared.url()).toBe(scanned)
  await shared.getByText('This certificate is valid').waitFor()
  await look(shared, 'share-360')
  serial = /ROAD-2026-\d+-\w/.exec(await shared.locator('main').innerText())![0]
  await shared.close()
})

it('[CERT-ROAD-6] a stranger scans the code and reads who got what from whom', async () => {
  stranger = await visit(null, { width: PHONE, path: scanned })
  const { page } = stranger
  await page.getByText('证书有效').waitFor()
  const words = await page.locator('main').innerText()
  for (const shown of [TEAM, serial, CONTEST, '江南大学', '一等奖']) expect(words).toContain(shown)
  await look(page, 'share-zh-360')
})

it('[CERT-ROAD-7] who scans a forged code reads that there is no such certificate, and is led to the search', async () => {
  const { page, problems } = await visit(null, { lang: 'en', width: PHONE, path: scanned.replace(/=[\w-]{22}$/, `=${'A'.repeat(22)}`) })
  await page.getByRole('heading', { level: 1, name: 'There is no such certificate' }).waitFor()
  await look(page, 'share-none-360')
  await page.locator('#main').getByRole('link', { name: 'Verify a certificate' }).click()
  await page.waitForURL(/\/searchCert/)
  // the page itself answers 404, once
  expect(problems.splice(0)).toEqual([expect.stringContaining('404')])
})

it('[CERT-ROAD-8] the organiser withdraws it: its page says so with the reason, and the PDF is no longer given out', async () => {
  const { page } = organiser
  const row = page.getByRole('row').filter({ hasText: serial })
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '撤销' }).click()
  const dialog = page.getByRole('dialog', { name: '撤销证书' })
  await dialog.getByLabel('原因').fill('名单有误')
  await dialog.getByRole('button', { name: '撤销' }).click()
  await page.getByText('证书已撤销').first().waitFor()
  await stranger.page.reload()
  await stranger.page.getByText('证书已撤销').waitFor()
  await stranger.page.getByText('名单有误').waitFor()
  expect(await stranger.page.getByRole('button', { name: '下载 PDF' }).count()).toBe(0)
  await stranger.page.getByLabel('证书 PDF').setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: pdf })
  await stranger.page.getByRole('button', { name: '核对' }).click()
  await stranger.page.getByText('这份 PDF 与颁发的证书一致，但证书已失效').waitFor()
  await look(stranger.page, 'withdrawn-zh-360')
  expect(windows.flatMap(({ problems }) => problems)).toEqual([])
})
