/** Voting as visitors see it: on the public page of a work, until the votes are used; what they say of a work, and the results when their day has come. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { onDatabase } from '../road/person.ts'
import { closeJudgedWorld, createJudgedWorld, type JudgedWorld } from './judgedWorld.ts'

const PHONE = 360
const HOUR_MS = 3_600_000
const PAINTED = process.env.PICTURES !== undefined

let world: JudgedWorld
let organiser: OpenPage
let visitor: OpenPage
let person: OpenPage
beforeAll(async () => {
  world = await createJudgedWorld({ title: { zh: '人气评选', en: 'Lamps people like' }, works: 4, experts: ['Vera Plain'], shown: true })
  organiser = await openPage({ lang: 'en', as: 'organiser', painted: PAINTED, path: `/admin/voting?competitionId=${world.competitionId}` })
})
afterAll(async () => {
  await closeJudgedWorld(world)
  await Promise.all([organiser, visitor, person].map((window) => window?.close()))
})

it('the organiser opens voting to everyone, with two votes each and results at a later date', async () => {
  const { page } = organiser
  const at = async (label: string, hours: number) => {
    const text = new Date(Date.now() + (hours + 8) * HOUR_MS).toISOString()
    await page.getByLabel(`${label}: date`).fill(text.slice(0, 10))
    await page.getByLabel(`${label}: time`).fill(text.slice(11, 16))
  }
  await at('Opens at', -1)
  await at('Closes at', 24)
  await at('Results are shown from', 48)
  await page.getByRole('radio', { name: 'Everyone, without an account' }).check()
  await page.getByLabel(/^Votes per person\s*\*?$/).fill('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await look(organiser, 'vote-settings')
})

it('a visitor votes on the pages of two works, and is told that no vote is left', async () => {
  visitor = await openPage({ lang: 'en', width: PHONE, painted: PAINTED, path: workPage(0) })
  const { page } = visitor
  await page.getByText(/^2 votes left/).waitFor()
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByText('You have voted for this work').waitFor()
  await look(visitor, 'vote-work')
  await openPath(page, workPage(1))
  await page.getByText(/^1 vote left/).waitFor()
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByText('You have voted for this work').waitFor()
  await openPath(page, workPage(2))
  await page.getByText('You have used all of your votes').waitFor()
  expect(await page.getByRole('button', { name: 'Vote', exact: true }).count()).toBe(0)
  await look(visitor, 'vote-used')
})

it('a vote that is withdrawn can go to another work', async () => {
  const { page } = visitor
  await openPath(page, workPage(1))
  await page.getByRole('button', { name: 'Withdraw vote' }).click()
  await page.getByText(/^1 vote left/).waitFor()
  await openPath(page, workPage(2))
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByText('You have voted for this work').waitFor()
  expect(await votes()).toEqual([
    ['Lamp 01', 1],
    ['Lamp 03', 1],
  ])
})

it('results are hidden until their date', async () => {
  const { page } = visitor
  await openPath(page, `/vote/${world.competitionId}`)
  await page
    .getByRole('heading', { name: 'Lamp 01' })
    .or(page.getByRole('link', { name: 'Lamp 01' }))
    .first()
    .waitFor()
  expect(await page.getByRole('tab', { name: 'Results' }).count()).toBe(0)
  await look(visitor, 'vote-page')
})

it('somebody who signed in votes, likes a work and comments on it', async () => {
  person = await openPage({ lang: 'en', as: world.experts[0]!, painted: PAINTED, path: workPage(0) })
  const { page } = person
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByText('You have voted for this work').waitFor()
  await page.getByRole('button', { name: 'Like · 0' }).click()
  await page.getByRole('button', { name: 'Liked · 1' }).waitFor()
  await page.getByLabel('Comment').fill('I would put it beside my bed.')
  await page.getByRole('button', { name: 'Post' }).click()
  await page.getByText('I would put it beside my bed.').last().waitFor()
  await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('')
  await look(person, 'vote-comment')
  await openPath(visitor.page, workPage(0))
  await visitor.page.getByText('I would put it beside my bed.').waitFor()
  await visitor.page
    .getByRole('link', { name: 'Sign in to comment' })
    .or(visitor.page.getByRole('button', { name: 'Sign in to comment' }))
    .waitFor()
})

it('when the date has come, everyone reads the results', async () => {
  await onDatabase((db) =>
    db.query(
      `update vote_setting set "closesAt" = now() - interval '1 hour', "resultsAt" = now() - interval '1 minute' where "competitionId" = $1`,
      [world.competitionId],
    ),
  )
  const { page } = visitor
  await openPath(page, '/')
  await openPath(page, `/vote/${world.competitionId}?view=results`)
  await page.getByText('Voting has closed').first().waitFor()
  const first = page.locator('.ag-table-cards > li').first()
  await first.getByText('Lamp 01').waitFor()
  expect(await first.innerText()).toMatch(/Votes\s+2/)
  await look(visitor, 'vote-results')
  expect([organiser, visitor, person].flatMap(({ problems }) => problems)).toEqual([])
})

const workPage = (at: number) => `/competition/worksShow/${world.works[at]!.id}`

/** By title, as they are stored. */
function votes(): Promise<[title: string, votes: number][]> {
  return onDatabase(async (db) => {
    const { rows } = await db.query(
      `select w.title, count(*)::int as votes from vote_ballot b join work_work w on w.id = b."workId"
       where b."competitionId" = $1 and b.state = 'counted' group by 1 order by 1`,
      [world.competitionId],
    )
    return rows.map(({ title, votes: count }) => [title, count])
  })
}

async function look({ page, settled }: OpenPage, name: string): Promise<void> {
  await settled()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await seriousProblems(page), name).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}
