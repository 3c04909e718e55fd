import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { competitionId, onDatabase } from './person.ts'

let visits: OpenPage[] = []
afterEach(async () => {
  for (const visit of visits) await visit.close()
  visits = []
})
async function visit(options: Parameters<typeof openPage>[0]): Promise<OpenPage> {
  const opened = await openPage(options)
  visits.push(opened)
  return opened
}

it('writes news, gets it back once, publishes it, adds a page; a visitor reads both and books a hotel', async () => {
  const id = await competitionId('Open Hardware Hackathon')
  const organiser = await visit({ lang: 'en', as: 'organiser 2', path: `/issue/detail?competitionId=${id}` })
  const { page } = organiser
  await page.getByLabel('Title (Chinese)').fill('场地开放时间')
  await page.getByLabel('Title (English)').fill('When the hall opens')
  await page.locator('[contenteditable="true"]').first().click()
  await page.keyboard.type('上午八点开放。')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'When the hall opens' }).waitFor()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('button', { name: 'Send back' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(/Reason/).fill('Please say until when.')
  await question.getByRole('button', { name: 'Send back' }).click()
  await page.getByText('Please say until when.').first().waitFor()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('button', { name: 'Approve and publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'View public page' }).waitFor()

  await openPath(page, `/createNewCompetition/pages?competitionId=${id}&page=new`)
  await page.getByLabel('Tab name (Chinese)').fill('装备清单')
  await page.getByLabel('Tab name (English)').fill('What to bring')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'What to bring' }).waitFor()
  expect(organiser.problems).toEqual([])

  const visitor = await visit({ lang: 'en', as: 'participant', width: 360, path: `/details/dynamicState?competitionId=${id}` })
  await visitor.page
    .getByRole('link', { name: /When the hall opens/ })
    .first()
    .click()
  await visitor.page.getByText('上午八点开放。').waitFor()
  await openPath(visitor.page, `/details?competitionId=${id}`)
  await visitor.page.getByRole('link', { name: 'What to bring' }).first().click()
  await visitor.page.getByRole('heading', { name: 'What to bring' }).waitFor()

  await openPath(visitor.page, `/bookHotel?competitionId=${id}`)
  await visitor.page.getByRole('button', { name: 'Book', exact: true }).last().click()
  const booking = visitor.page.getByRole('dialog')
  await booking.getByLabel('Guest name').fill('Robin Hale')
  await booking.getByLabel('Phone number').fill('13912345678')
  await booking.getByRole('button', { name: 'Confirm booking', exact: true }).click()
  await visitor.page.getByText('Robin Hale').first().waitFor()
  await visitor.page.getByText('Booked', { exact: true }).first().waitFor()
  await settled(visitor.page)
  expect(visitor.problems).toEqual([])
})

it('[ROOMS-3] the last room goes to one: who comes second reads so, and the page behind shows it, with the reason beside the button', async () => {
  const [room] = await onDatabase(async (db) => (await db.query('SELECT id, name FROM hotel_room ORDER BY id LIMIT 1')).rows)
  await onDatabase((db) =>
    db.query('UPDATE hotel_hotel SET "opensAt" = $2, "closesAt" = $3 WHERE id = (SELECT "hotelId" FROM hotel_room WHERE id = $1)', [
      room.id,
      '2030-01-01',
      '2030-01-31',
    ]),
  )
  const [{ competitionId: id }] = await onDatabase(
    async (db) => (await db.query('SELECT "competitionId" FROM hotel_room WHERE id = $1', [room.id])).rows,
  )
  const visit = await openPage({
    lang: 'en',
    as: 'participant',
    path: `/bookHotel?competitionId=${id}&arrival=2030-01-05&departure=2030-01-07`,
  })
  const { page } = visit
  const row = page.locator('section, div.ag-columns').filter({ hasText: room.name.en }).last()
  await row.getByRole('button', { name: 'Book', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Guest name/).fill('Robin Hale')
  await dialog.getByLabel(/^Phone number/).fill('13900001234')
  await onDatabase((db) =>
    db.query(
      `INSERT INTO hotel_booking ("competitionId", "hotelId", "roomId", "userId", name, phone, arrival, departure, rooms, amount, status)
       SELECT "competitionId", "hotelId", id, (SELECT min(id) FROM account_user), 'x', '13900001234', '2030-01-05', '2030-01-07', rooms, 1, 1 FROM hotel_room WHERE id = $1`,
      [room.id],
    ),
  )
  await dialog.getByRole('button', { name: 'Confirm booking' }).click()
  await dialog.getByText('Fully booked on these dates. Please choose other dates or another room type.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByText('Fully booked', { exact: true }).waitFor()
  const reason = page.getByRole('main').getByText('Fully booked on these dates', { exact: true })
  await reason.waitFor()
  const described = page.locator(`button[aria-describedby~="${await reason.getAttribute('id')}"]`)
  expect(await described.textContent()).toBe('Book')
  await visit.close()
})

it('[TABS-2] names of tabs are read in full where organisers order them, in both languages', async () => {
  const id = await competitionId('Open Hardware Hackathon')
  for (const lang of ['zh', 'en'] as const) {
    const visit = await openPage({ lang, as: 'organiser 2', path: `/createNewCompetition/settings?competitionId=${id}` })
    const names = visit.page.locator('.ag-form-repeat-table select:disabled')
    await names.first().waitFor()
    const cut = await names.evaluateAll((selects) =>
      (selects as HTMLSelectElement[]).flatMap((select) => {
        const style = getComputedStyle(select)
        const pen = document.createElement('canvas').getContext('2d')!
        pen.font = style.font
        const name = select.selectedOptions[0]!.text
        const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
        return pen.measureText(name).width > room ? [name] : []
      }),
    )
    expect(cut).toEqual([])
    await visit.close()
  }
})
