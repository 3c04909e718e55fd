/** A newcomer makes a sign-up form from nothing, publishes it, and somebody fills it on a phone; then the same by the keyboard alone. */
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { broughtBack, competitionId, onDatabase, register } from '../road/person.ts'

let id: string
let visit: OpenPage
beforeAll(async () => {
  id = await openCopy('Campus Data Challenge')
  visit = await openPage({ lang: 'en', as: 'organiser', path: `/createNewCompetition/signup?competitionId=${id}` })
})
afterAll(() => visit?.close())

const panel = (page: Page) => page.getByRole('complementary', { name: 'Settings' })
const parts = (page: Page) => page.getByRole('listbox', { name: 'Form content' }).getByRole('option')
const titles = (page: Page) => parts(page).evaluateAll((rows) => rows.map((row) => row.ariaLabel))
const selected = (page: Page) => page.locator('[data-path][aria-selected="true"]')
const saved = (page: Page) => page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()

describe('the form designer', () => {
  it('takes a newcomer from nothing to a published form of 25 fields with rules, steps and a repeated group', async () => {
    const { page, problems } = visit
    await parts(page).first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByText('The form has no fields yet').first().waitFor()

    // a finished form is looked at, taken, and taken back
    await page.getByRole('button', { name: 'Start from a template' }).click()
    const library = page.getByRole('dialog', { name: 'Start from a template' })
    await library.getByRole('radio', { name: /Robotics competition/ }).check()
    await library.getByRole('heading', { name: 'Robotics competition sign-up' }).waitFor()
    expect(await seriousProblems(page, { within: '[role="dialog"]' })).toEqual([])
    await library.getByRole('button', { name: 'Use this form' }).click()
    await expect.poll(() => page.locator('.ag-studio-row--field').count()).toBeGreaterThanOrEqual(10)
    await expect.poll(() => page.locator('.ag-studio-mistakes').count()).toBe(0)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('The form has no fields yet').first().waitFor()

    // as is the form of another competition, found by its name
    await page.getByRole('button', { name: 'Start from a template' }).click()
    await library.getByRole('searchbox', { name: 'Search forms' }).fill('modelling')
    await library
      .getByRole('group', { name: 'Forms of other competitions' })
      .getByRole('radio', { name: /Modelling Challenge/ })
      .check()
    await library.getByLabel('Team name').first().waitFor()
    expect(await library.getByRole('radio', { name: /Robotics competition/ }).count()).toBe(0)
    await library.getByRole('button', { name: 'Use this form' }).click()
    await expect.poll(() => page.locator('.ag-studio-row--field').count()).toBeGreaterThanOrEqual(5)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Keep in the organisation' }).click()
    await page.getByText('Kept in the library').first().waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('The form has no fields yet').first().waitFor()
    await page.getByRole('button', { name: 'Start from a template' }).click()
    await library.getByRole('group', { name: 'Library of the organisation' }).getByRole('radio').check()
    await library.getByLabel('Team name').first().waitFor()
    await library.getByRole('button', { name: 'Cancel' }).click()

    await add(page, 'text', '队伍名称', 'Team name')
    await panel(page).getByLabel('Required', { exact: true }).check()
    await add(page, 'personName', '队长', 'Captain')
    await add(page, 'phone', '手机', 'Mobile')
    await add(page, 'email', '邮箱', 'Email address')
    await add(page, 'idNumber', '证件号码', 'Identity card')
    await add(page, 'school', '学校', 'University')
    await add(page, 'select', '组别', 'Division')
    await pasteOptions(page, '本科组\tUndergraduate\n研究生组\tGraduate\n高职组\tVocational')
    await add(page, 'text', '专业', 'Major')
    await rule(page, 'Shown when', 'choice != null')
    await add(page, 'text', '导师', 'Supervisor')
    await rule(page, 'Shown when', 'choice == "graduate"')
    await rule(page, 'Required when', 'choice == "graduate"')
    await add(page, 'repeat', '队员', 'Members')
    // behind the group; in it once a field of it is selected
    await add(page, 'integer', '队员人数', 'Number of members')
    await rule(page, 'Computed', 'members.size()')
    await select(page, 'Name')
    await add(page, 'phone', '队员手机', 'Mobile of the member')
    await add(page, 'email', '队员邮箱', 'Email of the member')

    await select(page, 'Members')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Start a step here' }).click()
    await retitle(page, '方案', 'Plan')
    await add(page, 'date', '开始日期', 'First day')
    await add(page, 'longText', '选题设想', 'Idea')
    await add(page, 'radio', '参赛方式', 'Entry type')
    await add(page, 'checkboxes', '希望的帮助', 'Help wanted')
    await add(page, 'yesNo', '使用人工智能', 'Uses AI')
    await add(page, 'text', '使用说明', 'How it is used')
    await rule(page, 'Shown when', 'agree == true')
    await add(page, 'number', '预算', 'Budget')
    await add(page, 'link', '主页', 'Home page')
    await add(page, 'upload', '证明', 'Proof')
    await add(page, 'note', '提示', 'Please note')
    await panel(page).getByLabel('Tone').selectOption({ label: 'Notice' })
    await page.locator('.ag-studio-row--selected .ag-form-note-warning').waitFor()
    await add(page, 'datetime', '可联系时间', 'When to call')
    await add(page, 'agreement', '我已阅读并同意章程', 'I accept the rules of the contest')

    await expect.poll(() => page.locator('.ag-studio-row--field').count()).toBeGreaterThanOrEqual(25)
    await expect.poll(() => page.locator('.ag-studio-row--step').count()).toBe(2)
    await expect.poll(() => page.locator('.ag-studio-mistakes').count()).toBe(0)
    await saved(page)
    expect(await seriousProblems(page)).toEqual([])

    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByLabel('Device').selectOption('phone')
    const phone = page.frameLocator('iframe')
    await phone.getByRole('button', { name: 'Next' }).click()
    await phone.getByText('Team name').first().waitFor()
    await phone.getByRole('alert').first().waitFor()

    await page.getByRole('button', { name: 'Publish sign-up form' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Sign-up form published').first().waitFor()
    expect(problems).toEqual([])
  })

  it('is then filled on a phone, by its rules', async () => {
    const entrant = await openPage({ lang: 'en', width: 360, path: '/register' })
    const { page, problems } = entrant
    await register(page)
    await broughtBack(page)
    await openPath(page, `/details/signup?competitionId=${id}`)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await page.getByLabel('Team name').fill('Three Rivers')
    await page.getByLabel('Captain').fill('Robin Hale')
    await page.getByLabel(/^Mobile ?\*?$/).fill('13800138000')
    expect(await page.getByLabel('Supervisor').count()).toBe(0)
    await page.getByLabel('Division').selectOption({ label: 'Graduate' })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('alert').getByText('Supervisor').waitFor()
    await page.getByLabel('Supervisor').fill('Lin Qiao')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Idea').fill('How rivers meet')
    await page.getByRole('checkbox', { name: /I accept the rules/ }).check()
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page.waitForURL('**/details/signup/done?*')
    const answers = () =>
      onDatabase(async (db) =>
        (await db.query(`select answers from signup_registration where "competitionId" = $1`, [id])).rows.map((row) => row.answers),
      )
    await expect.poll(answers).toMatchObject([{ text: 'Three Rivers', choice: 'graduate', text3: 'Lin Qiao', agreement: true }])
    expect(problems).toEqual([])
    await entrant.close()
  })

  it('is worked with the keyboard alone, takes back what was done, and says what a removal would break', async () => {
    const { page, problems } = visit
    await page.getByRole('tab', { name: 'Design' }).click()
    await parts(page).first().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => selected(page).getAttribute('aria-label')).toBe('Field: Team name')
    const before = await titles(page)
    await page.keyboard.press('Control+d')
    await expect.poll(() => selected(page).getAttribute('data-path')).toBe('/schema/properties/text5')
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('x')
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toContain('x')
    await selected(page).focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => page.locator('[data-path="/schema/properties/text5"]').count()).toBe(0)
    for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('Control+z')
    await expect.poll(() => titles(page)).toEqual(before)

    await drag(page, page.locator('[data-path="/schema/properties/text"]'), page.locator('[data-path="/schema/properties/phone"]'), 0.8)
    const [heading, first, second, third, ...others] = before
    await expect.poll(() => titles(page)).toEqual([heading, second, third, first, ...others])
    await drag(page, page.locator('[data-entry="personName"]'), page.locator('[data-path="/schema/properties/phone"]'), 0.2)
    await expect.poll(() => titles(page)).toEqual([heading, second, 'Field: Name', third, first, ...others])
    for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('Control+z')
    await expect.poll(() => titles(page)).toEqual(before)

    await page.getByRole('tab', { name: 'Outline' }).click()
    const listed = (path: string) => page.getByRole('listbox', { name: 'Outline' }).locator(`[data-outline="/schema/properties/${path}"]`)
    await drag(page, listed('text'), listed('phone'), 0.8)
    await expect.poll(() => titles(page)).toEqual([heading, second, third, first, ...others])
    await listed('text').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => titles(page)).toEqual(before)
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.outline))
      .toBe('/schema/properties/fullName')
    await page.getByRole('tab', { name: 'Fields' }).click()

    await page.keyboard.press('Control+f')
    await page.getByRole('dialog').getByRole('searchbox').fill('Division')
    await page.keyboard.press('Enter')
    await page.locator('[data-path="/schema/properties/choice"]:focus').waitFor()
    await page.keyboard.press('Delete')
    await page
      .getByRole('alertdialog')
      .getByText(/Supervisor/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-path="/schema/properties/choice"]').waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    expect(problems).toEqual([])
  })

  it('[PANEL-1] asks for the limit of file sizes in MB, and keeps bytes', async () => {
    const { page } = visit
    await add(page, 'upload', '材料', 'Papers')
    const limit = panel(page).getByLabel('Maximum file size')
    await limit.fill('1.5')
    await saved(page)
    expect(await limit.inputValue()).toBe('1.5')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.locator('.cm-content').getByText('1572864').waitFor()
    await page.getByRole('tab', { name: 'Design' }).click()
    await select(page, 'Papers')
    await page.keyboard.press('Delete')
    await saved(page)
  })

  it('follows a new name into the rules, keeps what is no JSON, and tells who saved in between', async () => {
    const { page, problems } = visit
    await select(page, 'Division')
    await panel(page).locator('summary', { hasText: 'Field name' }).click()
    await panel(page).getByLabel('Field name', { exact: true }).fill('division')
    await page.keyboard.press('Enter')
    await page.locator('[data-path="/schema/properties/division"]').waitFor()
    await select(page, 'Supervisor')
    await panel(page).locator('summary', { hasText: 'Rules' }).click()
    await expect.poll(() => panel(page).getByLabel('Shown when').inputValue()).toBe('division == "graduate"')
    await saved(page)

    await page.getByRole('tab', { name: 'JSON' }).click()
    const editor = page.getByRole('textbox', { name: 'JSON of the form' })
    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('!')
    await page.getByText('Line 1, column 1').waitFor()
    await page.keyboard.press('Backspace')
    await expect.poll(() => page.getByText('Line 1, column 1').count()).toBe(0)

    await page.getByRole('tab', { name: 'Design' }).click()
    // while one's own save is on its way: what came before would be taken over
    const saveMeanwhile = async (route: Route) => {
      await elsewhere()
      await route.continue()
    }
    await page.route('**/api/web/competition/form/save', saveMeanwhile, { times: 1 })
    await add(page, 'text', '我的', 'Mine')
    await page.getByText('Someone else has just saved this form').waitFor()
    await page.getByRole('button', { name: 'Overwrite with mine' }).click()
    await saved(page)
    await page.getByRole('option', { name: 'Field: Mine' }).waitFor()

    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(over).toBeLessThanOrEqual(0)
      expect(await seriousProblems(page), `at ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByText('Edit the form on a computer').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

/** A kind of field, with its title in both languages. */
async function add(page: Page, entry: string, zh: string, en: string): Promise<void> {
  await page.locator(`[data-entry="${entry}"]`).click()
  await retitle(page, zh, en)
}

async function retitle(page: Page, zh: string, en: string): Promise<void> {
  await panel(page).getByRole('textbox', { name: 'Title 中文', exact: true }).fill(zh)
  await panel(page).getByRole('textbox', { name: 'Title English', exact: true }).fill(en)
  await page
    .getByRole('option', { name: `: ${en}` })
    .first()
    .waitFor()
}

async function select(page: Page, title: string): Promise<void> {
  await page.getByRole('option', { name: `Field: ${title}`, exact: true }).click({ position: { x: 4, y: 4 } })
}

/** With the pointer, to a height of the other: 0 its top, 1 its foot. */
async function drag(page: Page, what: Locator, to: Locator, height: number): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  // near the edge of the window the page scrolls on under the pointer
  await to.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y } = (await what.boundingBox())!
  await page.mouse.move(x + 20, y + 12)
  await page.mouse.down()
  await page.mouse.move(x + 30, y + 24, { steps: 3 })
  await page.locator('.ag-studio-dragged').waitFor()
  const box = (await to.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + box.height * height, { steps: 6 })
  await to.locator('xpath=..').locator('.ag-studio-drop').waitFor()
  await page.mouse.up()
  await page.locator('.ag-studio-dragged').waitFor({ state: 'detached' })
}

async function rule(page: Page, label: string, cel: string): Promise<void> {
  const part = panel(page).locator('details', { has: page.locator('summary', { hasText: /^Rules$/ }) })
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click()
  await part.getByLabel(label).fill(cel)
}

async function pasteOptions(page: Page, lines: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Paste list' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(lines)
  await page.getByRole('dialog').getByRole('button', { name: 'Add 3 options' }).click()
}

/** Another window of the organiser saves. */
async function elsewhere(): Promise<void> {
  const { content, revision } = (await call('api/web/competition/form', { competitionId: id })) as { content: object; revision: string }
  await call('api/web/competition/form/save', { competitionId: id, content: { ...content, draft: false }, revision })
}

/** A copy of a competition that takes sign-ups of persons now, and has no form of its own yet. */
async function openCopy(title: string): Promise<string> {
  const made = (await call('api/web/competition/copyCompetition', { competitionId: await competitionId(title) })) as { id: string }
  await onDatabase((db) =>
    db.query(
      `update competition_competition set mode = 'individual', "signupStart" = now() - interval '1 day', "signupEnd" = now() + interval '30 days', "editEnd" = now() + interval '40 days',
       "competitionStart" = now() + interval '50 days', "competitionEnd" = now() + interval '51 days', published = true, "publishedAt" = now() where id = $1`,
      [made.id],
    ),
  )
  return made.id
}

let token: Promise<string> | undefined
async function call(path: string, body: unknown): Promise<unknown> {
  token ??= tokenOf('organiser')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await token}` }
  const reply = await fetch(`${inject('serverUrl')}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: unknown }
  if (code !== 0) throw new Error(`${path}: ${message}`)
  return data
}

async function tokenOf(role: string): Promise<string> {
  const { userName, password } = readDemoAccount(role)
  const reply = await fetch(`${inject('serverUrl')}/api/usercenter/authentication/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ account: userName, password }),
  })
  return ((await reply.json()) as { data: { access_token: string } }).data.access_token
}
