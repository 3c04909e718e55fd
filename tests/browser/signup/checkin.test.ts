/** Check-in at the entrance: a ticket on a phone, its picture read by another one, also while that one is offline. */
import { afterEach, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { keepPicture } from '../../harness/keepPicture.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { onDatabase } from '../road/person.ts'

const windows: OpenPage[] = []
afterEach(async () => {
  for (const each of windows.splice(0)) await each.close()
})
async function open(visit: Parameters<typeof openPage>[0]): Promise<OpenPage> {
  const opened = await openPage({ painted: true, ...visit })
  windows.push(opened)
  return opened
}

it('[CHECK-9] a picture of the ticket is read, once online and once offline, and nobody counts twice', async () => {
  const own = await onDatabase(async (db) => {
    const { rows } = await db.query(
      `SELECT r.id, r."competitionId" AS competition, r."displayName" AS name FROM signup_registration r JOIN account_user u ON u.id = r."userId"
       WHERE u."userName" = 'student' AND r.status = 4 AND NOT r."isTeam" ORDER BY r.id LIMIT 1`,
    )
    return rows[0] as { id: string; competition: string; name: string }
  })
  const phone = await open({ lang: 'en', width: 360, as: 'participant', path: `/personalCenter/ticket/${own.id}` })
  const code = phone.page.getByRole('img', { name: /Show this code/ })
  await code.waitFor()
  const picture = await code.screenshot()
  await keepPicture(phone.page, 'checkin.ticket')
  expect(await seriousProblems(phone.page)).toEqual([])

  const desk = await open({ lang: 'zh', width: 360, as: 'administrator', path: `/admin/checkin?competitionId=${own.competition}` })
  const { page, context } = desk
  const file = { name: 'ticket.png', mimeType: 'image/png', buffer: picture }
  const read = () => page.locator('.ag-scanner input[type=file]').setInputFiles(file)
  const parts = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(parts).toContainEqual(expect.stringMatching(/jsQR/i))
  await context.setOffline(true)
  await read()
  await page.getByText('1 次扫码等待联网后提交').waitFor()
  await keepPicture(page, 'checkin.offline')
  await context.setOffline(false)
  await page.getByText(`${own.name} 已签到`).first().waitFor()
  await page.getByRole('cell', { name: own.name }).or(page.getByRole('main').getByText(own.name)).first().waitFor()
  await read()
  await page
    .getByText(new RegExp(`${own.name} 已于 .+ 由 .+ 签到`))
    .first()
    .waitFor()
  await keepPicture(page, 'checkin.desk')
  expect(await seriousProblems(page)).toEqual([])
  expect(
    await onDatabase(
      async (db) => (await db.query('SELECT count(*)::int AS n FROM checkin_arrival WHERE "registrationId" = $1', [own.id])).rows,
    ),
  ).toEqual([{ n: 1 }])
  await openPath(phone.page, '/personalCenter/jingsai')
  await openPath(phone.page, `/personalCenter/ticket/${own.id}`)
  await phone.page.getByText(/^Checked in at/).waitFor()

  const wide = await open({
    lang: 'en',
    as: 'administrator',
    path: `/admin/checkin?competitionId=${own.competition}&search=${encodeURIComponent(own.name)}`,
  })
  await wide.page.getByText(/^Checked in at .+ by/).waitFor()
  await keepPicture(wide.page, 'checkin.wide')
  await wide.page
    .getByRole('row', { name: new RegExp(own.name) })
    .getByRole('button', { name: 'Undo' })
    .click()
  await wide.page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await wide.page.getByRole('button', { name: 'Check in', exact: true }).waitFor()
  const failures = [...phone.problems, ...wide.problems]
  expect(failures).toEqual([])
})
