/** An organiser designs the form of works, a participant hands one in on a phone, the organiser shows and pins it, a visitor reads it. */
import { buffer } from 'node:stream/consumers'
import type { Download, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { loadPath, type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { callAs } from '../studio/callAs.ts'
import { broughtBack, competitionId, onDatabase, register } from './person.ts'

const PHONE = 360
const bytesOf = async (download: Download) => buffer(await download.createReadStream())
const DESIGN = 'Young Design Biennial'

let id: string
let organiser: OpenPage
let entrant: OpenPage
let visitor: OpenPage
beforeAll(async () => {
  organiser = await openPage({ lang: 'en', as: 'organiser', path: '/admin/workmanagement' })
  id = await openCopy(organiser.page)
})
afterAll(async () => {
  await onDatabase((db) => db.query('update competition_competition set published = false where id = $1', [id]))
  await Promise.all([organiser?.close(), entrant?.close(), visitor?.close()])
})

describe('works on the road', () => {
  it('the organiser adds two questions to the form of works and publishes it', async () => {
    const { page, problems } = organiser
    await openPath(page, `/createNewCompetition/competition/worksShow?competitionId=${id}`)
    await page.getByText('Work form').first().waitFor()
    await add(page, 'text', '制作工艺', 'Technique')
    await panel(page).getByLabel('Required', { exact: true }).check()
    await add(page, 'yesNo', '可以出借展出', 'May be lent')
    await page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()
    await page.getByRole('button', { name: 'Publish work form' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Work form published').first().waitFor()
    expect(problems).toEqual([])
  })

  it('a participant hands a work in on a phone, with pictures, leaves in between and loses nothing', async () => {
    entrant = await openPage({ lang: 'en', width: PHONE, path: '/register' })
    const { page, problems } = entrant
    const { account } = await register(page)
    await broughtBack(page)
    await approve(account)
    await openPath(page, `/details?competitionId=${id}`)
    await page.getByRole('button', { name: 'Submit work' }).click()
    await page.waitForURL('**/submitWork/new/*/*')
    await page.getByLabel('Title').fill('A bench that listens')
    await page.getByLabel('About the design').fill('An old bench that tells the stories of those who sat on it.')
    await page.getByLabel('Keywords').fill('reuse, sound')
    const stored = () =>
      onDatabase(async (db) =>
        (await db.query(`select answers->>'keywords' as kept from platform_draft where key like 'work:%'`)).rows.map(({ kept }) => kept),
      )
    await expect.poll(stored).toContain('reuse, sound')
    await openPath(page, `/details?competitionId=${id}`)
    await page.getByRole('button', { name: 'Submit work' }).click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('A bench that listens')
    await choose(page, 'Main picture', 'small.png', { width: 400, height: 200 })
    await page.getByRole('button', { name: 'Submit work', exact: true }).click()
    await page.getByRole('alert').getByText('Technique').waitFor()
    await page
      .getByText(/at least 480×270 pixels/)
      .first()
      .waitFor()
    await page.getByLabel('Technique').fill('Joinery')
    await page.getByRole('button', { name: 'Remove small.png' }).click()
    await choose(page, 'Main picture', 'cover.png', { width: 960, height: 540 })
    await choose(page, 'Pictures and files', 'board.png', { width: 800, height: 450 })
    await look(page, 'work-submit', PHONE)
    await page.getByRole('button', { name: 'Submit work', exact: true }).click()
    await page.waitForURL('**/personalCenter/works/*')
    await page.getByRole('heading', { level: 1, name: 'A bench that listens' }).waitFor()
    await page.getByText('Your work has been submitted').first().waitFor()
    await look(page, 'work-own', PHONE)
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.waitForURL('**/submitWork/*')
    await page.getByLabel('Technique').fill('Joinery and sound')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL('**/personalCenter/works/*')
    await page.getByText('Joinery and sound').waitFor()
    expect(problems).toEqual([])
  })

  it('the organiser reads what the own questions were answered, shows and pins it, and saves its files', async () => {
    const { page, problems } = organiser
    await openPath(page, `/admin/workmanagement?competitionId=${id}`)
    await page.getByRole('cell', { name: 'A bench that listens' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Joinery and sound').waitFor()
    await drawer.getByRole('button', { name: 'Make public', exact: true }).click()
    await drawer.getByRole('button', { name: 'Hide from visitors', exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Pin', exact: true }).click()
    await drawer.getByRole('button', { name: 'Unpin', exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Open for download', exact: true }).click()
    await drawer.getByRole('button', { name: 'Close download', exact: true }).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), drawer.getByRole('button', { name: 'Attachments' }).click()])
    const { default: jszip } = await import('jszip')
    const names = Object.keys((await jszip.loadAsync(await bytesOf(file))).files)
    expect(names.filter((name) => name.endsWith('.png')).map((name) => name.split('/').at(-1))).toEqual(['cover.png', 'board.png'])
    expect(problems).toEqual([])
  })

  it('a visitor finds it first among the works and reads it, with what is open for download', async () => {
    visitor = await openPage({ lang: 'en', width: PHONE, path: `/details/mobileWork?competitionId=${id}` })
    const { page, problems } = visitor
    const card = page.locator('.ag-cards').getByRole('link', { name: 'A bench that listens' })
    await card.waitFor()
    await page.locator('.ag-cards').getByText('Pinned').waitFor()
    await card.click()
    await page.waitForURL('**/details/worksShow/*/*')
    await page.getByRole('heading', { level: 1, name: 'A bench that listens' }).waitFor()
    await page.getByText('An old bench that tells the stories').waitFor()
    await expect.poll(() => page.getByText('Joinery').count()).toBe(0)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'board.png' }).click()])
    expect((await bytesOf(file)).subarray(1, 4).toString()).toBe('PNG')
    expect(problems).toEqual([])
  })

  it('[WORK-61] the drawer goes from work to work', async () => {
    const { page } = organiser
    await loadPath(page, `/admin/workmanagement?competitionId=${await competitionId('Young Design Biennial')}`)
    await page.locator('tbody tr').first().getByRole('cell').nth(2).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(/^1 of \d+$/).waitFor()
    await page.keyboard.press('j')
    await drawer.getByText(/^2 of \d+$/).waitFor()
    await page.keyboard.press('Escape')
  })

  it('[WORK-60] without a published work form both sides are told so, and the organiser is led to it', async () => {
    const [{ id: registration }] = await onDatabase(async (db) => {
      await db.query('update competition_competition set "workFormId" = null, "workLimit" = 9 where id = $1', [id])
      return (await db.query('select id from signup_registration where "competitionId" = $1', [id])).rows
    })
    await loadPath(entrant.page, `/personalCenter/jingsai/${registration}`)
    await entrant.page.getByText('The organiser is preparing the work form').waitFor()
    if (process.env.SCREENSHOTS)
      await entrant.page.screenshot({ path: `${process.env.SCREENSHOTS}/works-noform-en-360.png`, fullPage: true })
    const { page } = organiser
    await loadPath(page, `/admin/workmanagement?competitionId=${id}`)
    await page.getByText('The work form is not published').waitFor()
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/works-noform-en-1440.png`, fullPage: true })
    await page.getByRole('button', { name: 'Set up the work form' }).click()
    await page.waitForURL(/competition\/worksShow/)
    expect([...entrant.problems, ...organiser.problems]).toEqual([])
  })
})

const panel = (page: Page) => page.getByRole('complementary', { name: 'Settings' })

async function add(page: Page, entry: string, zh: string, en: string): Promise<void> {
  await page.locator(`[data-entry="${entry}"]`).click()
  await panel(page).getByRole('textbox', { name: 'Title 中文' }).fill(zh)
  await panel(page).getByRole('textbox', { name: 'Title English' }).fill(en)
  await page
    .getByRole('option', { name: `: ${en}` })
    .first()
    .waitFor()
}

async function choose(page: Page, label: string, name: string, size: { width: number; height: number }): Promise<void> {
  const buffer = await sharp({ create: { ...size, channels: 3, background: '#487' } })
    .png()
    .toBuffer()
  const field = page.locator('fieldset', { hasText: label }).last()
  await field.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await field.getByRole('button', { name: `Remove ${name}` }).waitFor()
}

async function look(page: Page, name: string, width: number): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-en-${width}.png`, fullPage: true })
}

/** A copy of the biennial that is published and takes works now: other tests keep theirs, and do not find this one in its place. */
async function openCopy(page: Page): Promise<string> {
  const reply = await fetch(`${inject('serverUrl')}/api/web/competition/queryCompetitionList?pageSize=100`)
  const { data } = (await reply.json()) as { data: { list: { id: string; title: { en: string } }[] } }
  const cid = data.list.find(({ title }) => title.en === DESIGN)!.id
  const made = (await callAs(page, '/api/web/competition/copyCompetitionByCid', { cid })).data.id as string
  await onDatabase((db) =>
    db.query(
      `update competition_competition set published = true, "publishedAt" = now(), "worksPublic" = true,
       title = '{"zh": "作品征集", "en": "Call for works"}', summary = '{"zh": "征集", "en": "A call"}',
       "worksStart" = now() - interval '1 day', "worksEnd" = now() + interval '20 days' where id = $1`,
      [made],
    ),
  )
  return made
}

/** As if the person had signed up and the organiser had approved it. */
async function approve(account: string): Promise<void> {
  await onDatabase((db) =>
    db.query(
      `insert into signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "agreedAt", "submittedAt")
       select c.id, e.id, c."organisationId", u.id, 4, d.hash, '{}', u.name, now(), now()
       from competition_competition c join competition_event e on e."competitionId" = c.id
       join platform_document d on d."documentId" = c."formId" and d.state = 'published', account_user u
       where c.id = $1 and u.email = $2 order by e.id limit 1`,
      [id, account],
    ),
  )
}
