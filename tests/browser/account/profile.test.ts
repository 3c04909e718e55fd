/** The personal centre in a browser: the picture is cut and shows in the header at once; what is masked is shown on request; a certification is reviewed. */
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

/** A picture that no test file has to hold: painted by the browser. */
async function choosePicture(side: number): Promise<void> {
  const data = await visit.page.evaluate((length) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: length * 2, height: length })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = 'teal'
    pen.fillRect(0, 0, length, length)
    return canvas.toDataURL('image/png').split(',')[1]!
  }, side)
  await visit.page
    .locator('.ag-portrait input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') })
}

it('[PROFILE-8] a picture below 180 pixels is refused before it is sent; a larger one is cut by keys and shows in the header at once', async () => {
  visit = await openPage({ as: 'participant', lang: 'en', path: '/personalCenter/profile' })
  const { page } = visit
  await page.waitForSelector('.ag-portrait')
  await choosePicture(120)
  await page.getByText('must be at least 180×180').waitFor()
  await choosePicture(240)
  const stage = page.getByRole('application')
  await stage.press('ArrowRight')
  await stage.press('+')
  await expect.poll(async () => Number(await page.getByRole('slider').inputValue())).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Use this part' }).click()
  // what stands below moves up when the stage goes
  await stage.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save avatar' }).click()
  await page.waitForSelector('.ag-avatar img')
  expect(visit.problems).toEqual([])
})

it('[MASK-4] the own numbers are masked until they are asked for, and can be hidden again', async () => {
  visit = await openPage({ as: 'participant', lang: 'en', path: '/personalCenter/profile' })
  const { page } = visit
  await page.getByText('X000*0000').waitFor()
  await page.getByRole('button', { name: 'View full number' }).click()
  await page.getByText('X00000000').waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('X000*0000').waitFor()
})

it('[CERT-61] a reviewer opens an application, gives a reason to see the number, and rejects it with words that the applicant reads', async () => {
  visit = await openPage({ as: 'school administrator', lang: 'en', path: '/admin/verify' })
  const { page } = visit
  await page.getByText('苏晚晴').first().click()
  await page.getByRole('button', { name: 'View full document number' }).click()
  const asked = page.getByRole('dialog').last()
  await asked.getByLabel('Reason').fill('comparing the name')
  await asked.getByRole('button', { name: 'View' }).click()
  await page.getByText('X00000042').waitFor()
  await page.getByRole('button', { name: 'Do not approve', exact: true }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Reason').fill('The staff card is not legible.')
  await dialog.getByRole('button', { name: 'Do not approve' }).click()
  await page.getByText('The staff card is not legible.').first().waitFor()
  await visit.close()
  visit = await openPage({ as: 'several hats', lang: 'en' })
  await openPath(visit.page, '/personalCenter/renzheng')
  await visit.page.getByText('The staff card is not legible.').first().waitFor()
})
