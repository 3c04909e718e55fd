/** A certificate after it was issued: its holder finds it on a phone, a stranger verifies the page and the PDF, and the page says when the organiser withdraws it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { loadPath, type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { onDatabase } from '../road/person.ts'

const PHONE = 360
const PAINTED = process.env.PICTURES !== undefined
let certificate: { id: string; code: string; serial: string; batchId: string; competitionId: string }
let pdf: Buffer
let holder: OpenPage
let stranger: OpenPage
let organiser: OpenPage

beforeAll(async () => {
  certificate = await onDatabase(async (db) => {
    const { rows } = await db.query(
      `select c.id::text, c.code, c.serial, c."batchId"::text, c."competitionId"::text from certificate_certificate c
       join account_user u on u.id = c."userId" and u."userName" = 'student' where c.serial like 'DATA-%'`,
    )
    return rows[0]
  })
  holder = await openPage({
    lang: 'en',
    width: PHONE,
    as: 'participant',
    ownSession: true,
    painted: PAINTED,
    path: '/personalCenter/credential',
  })
})
afterAll(async () => {
  const back = `update certificate_certificate set state = 'published', "withdrawnAt" = null, reason = null where id = $1`
  await onDatabase((db) => db.query(back, [certificate.id]))
  await Promise.all([holder?.close(), stranger?.close(), organiser?.close()])
})

async function look(page: OpenPage['page'], name: string) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await seriousProblems(page)).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}
const share = () => `/share?certificate=${certificate.code}`
const file = (buffer: Buffer) => ({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer })

it('[CERT-15] the holder finds it on a phone, beside those that were withdrawn and replaced, and opens its page', async () => {
  const { page } = holder
  await page.getByText('Award certificate').first().waitFor()
  await page.getByText('Withdrawn').first().waitFor()
  await look(page, 'credential-360')
  await openPath(page, `/admin/workshow/${certificate.id}`)
  await page.getByText(certificate.serial).first().waitFor()
  await look(page, 'workshow-360')
  await openPath(page, share())
  await page.getByText('This certificate is valid').waitFor()
  await look(page, 'share-360')
})

it('[CERT-16] a stranger verifies the page and the PDF, which is compared in the browser; a changed one is refused', async () => {
  stranger = await openPage({ lang: 'zh', painted: PAINTED, path: share() })
  const { page } = stranger
  await page.getByText('证书有效').waitFor()
  const bytes = await page.evaluate(
    async (address) => [...new Uint8Array(await (await fetch(address)).arrayBuffer())],
    `/api/web/getCertificate?certificate=${certificate.code}`,
  )
  pdf = Buffer.from(bytes)
  await page.getByLabel('证书 PDF').setInputFiles(file(pdf))
  await page.getByRole('button', { name: '核对' }).click()
  await page.getByText('这份 PDF 与颁发的证书一致').waitFor()
  await look(page, 'share-zh')
  await page.getByLabel('证书 PDF').setInputFiles(file(Buffer.concat([pdf, Buffer.from(' ')])))
  await page.getByRole('button', { name: '核对' }).click()
  await page.getByText('这份 PDF 不是颁发的证书').waitFor()
  await openPath(page, '/searchCert')
  await page.getByLabel('PDF 文件').check()
  await page.getByLabel('证书 PDF').setInputFiles(file(pdf))
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await page.getByText(certificate.serial).waitFor()
  await look(page, 'searchCert-zh')
  await openPath(page, `/adminLogin/${certificate.id}`)
  await page.getByText('登录查看证书').first().waitFor()
  await look(page, 'adminLogin-zh')
})

it('[CERT-49] its page shows its picture, prints without the frame, and leads to a profile entry with its facts in the language of the reader', async () => {
  const { page } = stranger
  await openPath(page, share())
  const picture = page.getByRole('img', { name: '林晓舟：获奖证书' })
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1200)
  await page.evaluate(() => {
    window.open = (address) => {
      document.body.dataset.opened = String(address)
      return null
    }
    window.print = () => {
      document.body.dataset.printed = 'yes'
    }
  })
  const entry = async (name: string) => {
    await page.getByRole('button', { name }).click()
    const { searchParams, origin } = new URL((await page.locator('body[data-opened]').getAttribute('data-opened'))!)
    return { origin, ...Object.fromEntries(searchParams) }
  }
  const facts = { certId: certificate.serial, certUrl: expect.stringMatching(new RegExp(`/share\\?certificate=${certificate.code}$`)) }
  expect(await entry('添加到领英')).toMatchObject({
    ...facts,
    ...{ origin: 'https://www.linkedin.com', name: '获奖证书 - 校园数据分析挑战', organizationName: '全国大学生建模竞赛组委会' },
    ...{ issueYear: expect.stringMatching(/^20\d\d$/), issueMonth: expect.stringMatching(/^[01]\d$/) },
  })
  await page.getByRole('button', { name: '打印' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.ag-header').isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  await look(page, 'share-zh-picture')
  await page.getByRole('button', { name: 'English' }).first().click()
  await page.getByText('This certificate is valid').waitFor()
  expect(await entry('Add to LinkedIn')).toMatchObject({ ...facts, name: 'Award certificate - Campus Data Challenge' })
  await page.getByRole('button', { name: '中文' }).first().click()
})

it('[CERT-17] the organiser withdraws it, and its page says so with the reason', async () => {
  const at = `/admin/cert/generationlook?competitionId=${certificate.competitionId}&batchId=${certificate.batchId}`
  organiser = await openPage({ lang: 'en', as: 'organiser', painted: PAINTED, path: at })
  const { page } = organiser
  const row = page.getByRole('row').filter({ hasText: certificate.serial })
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The list was wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Certificate withdrawn').waitFor()
  await look(page, 'generationlook')
  await openPath(page, `/admin/cert?competitionId=${certificate.competitionId}`)
  await page.getByText('Award certificate').first().waitFor()
  await look(page, 'cert-index')
  await loadPath(stranger.page, share())
  await stranger.page.getByText('证书已撤销').waitFor()
  await stranger.page.getByText('The list was wrong').waitFor()
  await look(stranger.page, 'share-withdrawn')
  expect([...holder.problems, ...stranger.problems, ...organiser.problems]).toEqual([])
})

it('[CERT-50] its detail is loaded again when the session has ended, without a question, and leads to the sign-in', async () => {
  const { page } = holder
  await loadPath(page, `/admin/workshow/${certificate.id}`)
  await page.evaluate(async () => {
    document.body.dataset.before = 'yes'
    const { access_token } = JSON.parse(localStorage.getItem('agon.tokens')!)
    await fetch('/api/usercenter/logout', { method: 'POST', headers: { authorization: `Bearer ${access_token}` } })
  })
  await page.getByRole('button', { name: 'Download PDF' }).click()
  await page.waitForFunction(() => document.body && !document.body.dataset.before && document.querySelector('main h1'))
  await settled(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, searchParams.get('from')]).toEqual(['/login', `/admin/workshow/${certificate.id}`])
})
