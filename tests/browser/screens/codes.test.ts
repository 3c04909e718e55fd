/** Proving an address on a screen: forgotten password, and the phone of an account. */
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { broughtBack, letMinutePass, register, sentCode, signIn } from '../road/person.ts'

let visit: OpenPage
afterEach(() => visit.close())

describe('a person', () => {
  it('who has forgotten the password sets a new one with a code and signs in with it', async () => {
    visit = await openPage({ lang: 'en', width: 360, path: '/register' })
    const { page, problems } = visit
    const person = await register(page)
    await broughtBack(page)
    await page.evaluate(() => localStorage.clear())
    await letMinutePass(person.account)

    await openPath(page, '/login')
    await page.getByRole('tab', { name: 'With code' }).waitFor()
    expect(await page.getByRole('tab', { name: 'WeChat' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/forgotPassword*')
    await page.getByLabel(/^Phone number or email of the account/).fill(person.account)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('button', { name: /^Resend in/ }).waitFor()
    // who asks for a code has made no mistake by not having one
    expect(await page.locator('.ag-form-field-error').allTextContents()).toEqual([])
    await page.getByLabel('Code', { exact: true }).fill(await sentCode(person.account))
    await page.getByRole('button', { name: 'Next' }).click()
    await page.locator('[name="/password"]').fill('Moonlight#2027')
    await page.locator('[name="/again"]').fill('Moonlight#2027')
    await page.getByRole('main').getByRole('button', { name: 'Reset password' }).click()
    await page.waitForURL('**/login*')
    await signIn(page, { ...person, password: 'Moonlight#2027' })
    await broughtBack(page)
    expect(problems).toEqual([])
  })

  it('with an account made by mail binds a phone, once it and the person are proved; without the proof the form stays', async () => {
    visit = await openPage({ lang: 'en', path: '/register' })
    const { page } = visit
    const person = await register(page)
    await broughtBack(page)
    await openPath(page, '/bindphone')
    const phone = `137${String(Date.now() % 100_000_000).padStart(8, '0')}`
    await page.locator('[name="/proof"]').first().fill(phone)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('button', { name: /^Resend in/ }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await sentCode(phone))
    const link = page.getByRole('main').getByRole('button', { name: 'Link', exact: true })
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await link.click()
    await proof.waitFor()
    await page.keyboard.press('Escape')
    await proof.waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await link.click()
    await proof.locator('[name="/password"]').fill(person.password)
    await proof.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText('Phone number linked').waitFor()
    await openPath(page, '/bindphone')
    await page.getByText(`Current phone number: ${phone.slice(0, 3)}****${phone.slice(-4)}`).waitFor()
  })
})
