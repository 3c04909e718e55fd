import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { keepPicture, PAINTED } from '../../harness/keepPicture.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { broughtBack, chooseCountry, competitionId, fillHackathonForm, onDatabase, register, sentCode, signIn } from '../road/person.ts'

let visit: OpenPage | undefined
afterEach(() => visit?.close())

/** Of mobiles in Germany. */
const germanNumber = () => `151${String(Number.parseInt(randomBytes(4).toString('hex'), 16) % 100_000_000).padStart(8, '0')}`

describe('a person from abroad', () => {
  it('[ABROAD-1] registers with a number of another country, signs in by it, and keeps a school abroad in the profile', async () => {
    visit = await openPage({ lang: 'en', path: '/register' })
    const { page, problems } = visit
    const number = germanNumber()
    const kept = `+49${number}`
    await page.getByLabel(/^Name/).fill('Jonas Weber')
    await page.getByLabel(/^Phone number or email/).fill(`+49 ${number}`)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('button', { name: /^Resend in/ }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await sentCode(kept))
    await page.locator('[name="/password"]').fill('Sunrise#2026')
    await page.getByRole('checkbox', { name: /I have read and accept/ }).check()
    await page.getByRole('main').getByRole('button', { name: 'Create account and sign in' }).click()
    await broughtBack(page)
    expect(await onDatabase((db) => db.query('select phone from account_user where phone = $1', [kept]).then(({ rows }) => rows))).toEqual([
      { phone: kept },
    ])

    await openPath(page, '/personalCenter/profile')
    await page.getByRole('radio', { name: 'Student', exact: true }).check()
    await page.getByRole('radio', { name: 'Prefer not to say' }).check()
    await page.getByRole('combobox', { name: 'Nationality or region' }).fill('deguo')
    await page.getByRole('option', { name: 'Germany' }).click()
    await page.getByLabel('Name of the school').fill('Technische Universität München')
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect
      .poll(() =>
        onDatabase((db) =>
          db
            .query(
              `select p.nationality, p."otherSchool", p.school from profile_profile p join account_user u on u.id = p."userId" where u.phone = $1`,
              [kept],
            )
            .then(({ rows }) => rows),
        ),
      )
      .toEqual([{ nationality: 'DE', otherSchool: 'Technische Universität München', school: null }])

    const other = await openPage({ lang: 'en', path: '/login' })
    try {
      await signIn(other.page, { account: `0049 ${number}`, password: 'Sunrise#2026' })
      await broughtBack(other.page)
    } finally {
      await other.close()
    }
    expect(problems).toEqual([])
  })

  it.each([1440, 360])('[ABROAD-2] signs up for the hackathon at %d px with country code, country and passport', async (width) => {
    visit = await openPage({ lang: 'en', width, painted: PAINTED, path: '/register' })
    const { page, problems } = visit
    const { account } = await register(page)
    await broughtBack(page)
    await openPath(page, `/details/signup?competitionId=${await competitionId('Open Hardware Hackathon')}`)
    await page.getByRole('button', { name: 'Choose this event' }).first().click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await fillHackathonForm(page)

    // a code from the list, and one that is typed with its number
    await page.getByRole('button', { name: 'Country code: +86' }).first().click()
    await page.getByRole('combobox', { name: 'Country or region of the number' }).fill('德国')
    await keepPicture(page, `countryCodes-${width}`)
    await page.getByRole('option', { name: 'Germany +49' }).click()
    await page.locator('[name="/phone"]').fill('0151 23456789')
    await page.locator('[name="/emergencyPhone"]').fill('+65 9123 4567')
    await page.locator('[name="/emergencyPhone"]').blur()
    expect(await page.locator('[name="/emergencyPhone"]').inputValue()).toBe('91234567')
    await page.getByRole('button', { name: 'Country code: +65' }).waitFor()
    await chooseCountry(page, 'deguo', 'Germany')
    await page.getByRole('switch', { name: /visa letter/ }).check()
    await page.getByLabel('Passport number').fill('C01X00T47')
    const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page.waitForURL('**/details/signup/done?*')
    expect(problems).toEqual([])
    const answers = await onDatabase((db) =>
      db
        .query(`select r.answers from signup_registration r join account_user u on u.id = r."userId" where u.email = $1`, [account])
        .then(({ rows }) => rows[0]?.answers),
    )
    expect(answers).toMatchObject({ phone: '+4915123456789', emergencyPhone: '+6591234567', country: 'DE', passport: 'C01X00T47' })
  })

  it('[ABROAD-3] is told at once which number does not fit its country', async () => {
    visit = await openPage({ lang: 'en', path: '/register' })
    const { page } = visit
    await register(page)
    await broughtBack(page)
    await openPath(page, `/details/signup?competitionId=${await competitionId('Open Hardware Hackathon')}`)
    await page.getByRole('button', { name: 'Choose this event' }).first().click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await page.locator('[name="/phone"]').fill('+49 15')
    await page.locator('[name="/phone"]').blur()
    await page.getByText('This number does not fit its country code. Please check it').waitFor()
  })
})
