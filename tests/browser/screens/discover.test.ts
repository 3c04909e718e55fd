/** The competition centre as a calendar, and what suits the person: by their profile, in the list and on the page of a competition. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage } from '../../harness/openPage.ts'
import { expectSound } from '../../harness/visitServer.ts'
import { onDatabase } from '../road/person.ts'

let open: { id: string; title: string; month: string; day: string }
let other: { id: string; title: string }
let before: { audience: string | null; id: string }[]
let profile: { participantType: string | null; degree: string | null } | undefined

beforeAll(() =>
  onDatabase(async (db) => {
    const { rows } = await db.query(
      `select id::text, title->>'en' as title, audience, to_char("signupEnd" at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
         to_char("signupEnd" at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from competition_competition
       where published and "deletedAt" is null and visibility = 'public' and "signupStart" < now() and "signupEnd" > now() order by "signupEnd" limit 2`,
    )
    ;[open, other] = rows
    before = rows.map(({ id, audience }) => ({ id, audience }))
    await db.query(`update competition_competition set audience = case when id = $1 then 'student' else 'teacher' end where id = any($2)`, [
      open.id,
      rows.map(({ id }) => id),
    ])
    const own = await db.query(
      `select p."participantType", p.degree from profile_profile p join account_user u on u.id = p."userId" where u."userName" = 'student'`,
    )
    profile = own.rows[0]
    await setProfile(db, 'student', 'bachelor')
  }),
)
afterAll(() =>
  onDatabase(async (db) => {
    for (const { id, audience } of before) await db.query('update competition_competition set audience = $2 where id = $1', [id, audience])
    if (profile) await setProfile(db, profile.participantType, profile.degree)
  }),
)

type Db = Parameters<Parameters<typeof onDatabase>[0]>[0]
function setProfile(db: Db, participantType: string | null, degree: string | null) {
  return db.query(
    `update profile_profile set "participantType" = $1, degree = $2 where "userId" = (select id from account_user where "userName" = 'student')`,
    [participantType, degree],
  )
}

it('[CALENDAR-1] shows the dates of a month on their days, each with the competition behind it; the address holds the month', async () => {
  const { page, close } = await openPage({ lang: 'en', path: `/competition?view=calendar&month=${open.month}`, width: 1440 })
  const day = page.locator('td', { has: page.locator(`time[datetime="${open.day}"]`) })
  await day.getByRole('link', { name: open.title }).waitFor()
  await day.getByText('Sign-up closes').first().waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect.poll(() => page.url()).not.toContain(open.month)
  await page.getByRole('button', { name: 'Next month' }).click()
  await day.getByRole('link', { name: open.title }).click()
  await page.getByRole('heading', { name: open.title, level: 1 }).waitFor()
  await close()
})

it('[CALENDAR-2] on a phone lists the days that have dates, and says so where a month has none', async () => {
  const { page, close } = await openPage({ lang: 'zh', path: `/competition?view=calendar&month=${open.month}`, width: 360 })
  await page.locator(`time[datetime="${open.day}"]`).waitFor()
  await expectSound(page)
  await close()
  const empty = await openPage({ lang: 'zh', path: '/competition?view=calendar&month=2001-01', width: 360 })
  await empty.page.getByText('本月没有日程').waitFor()
  await empty.close()
})

it('[SUITS-1] the profile decides which competitions suit, and each page says whether the person belongs to those it is for', async () => {
  const { page, close } = await openPage({ lang: 'en', as: 'participant', path: '/competition?suits=true&state=1', width: 1440 })
  await page.getByRole('link', { name: open.title }).waitFor()
  expect(await page.getByRole('link', { name: other.title }).count()).toBe(0)
  await page.getByText(/Only competitions for your participant type/).waitFor()
  await page.goto(`/details?competitionId=${other.id}`)
  await page.getByText('For: Teachers').waitFor()
  await expectSound(page)
  await close()
})

it('[SUITS-2] who has not signed in sees those for everyone, and how to see more', async () => {
  const { page, close } = await openPage({ lang: 'en', path: '/competition?suits=true&state=1', width: 360 })
  await page.getByText('Only competitions for everyone can be shown').waitFor()
  expect(await page.getByRole('link', { name: open.title }).count()).toBe(0)
  await expectSound(page)
  await close()
})
