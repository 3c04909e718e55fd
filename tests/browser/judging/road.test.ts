/** Judging from the first rule to the published ranking: two blind rounds of 40 works, an assignment that is calculated, experts at a desk and on a phone,
 *  one who recuses and one who abstains, a third review, a frozen round, an objection with its answer, and what the author reads in the end. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyRanking } from '../../../plugins/ranking/compute/verifyRanking.ts'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { onDatabase } from '../road/person.ts'
import { callAsPerson, closeJudgedWorld, createJudgedWorld, type JudgedWorld, letHoursPass, type Person } from './judgedWorld.ts'

const PHONE = 360
const HOUR_MS = 3_600_000
const PAINTED = process.env.PICTURES !== undefined
const EXPERTS = ['Ada Quill', 'Bo Reed', 'Cai Stone', 'Dia Thorn']
/** Hers must win. */
const BEST = 'Lamp 01'
const RANKING = '/createNewCompetition/competition/rankingList'

let world: JudgedWorld
let organiser: OpenPage
let phone: OpenPage
let desk: OpenPage
let third: OpenPage
let author: OpenPage
let visitor: OpenPage
let rounds: string[] = []
/** Title of the work on which experts differ. */
let divided: string
let ranking: string

beforeAll(async () => {
  world = await createJudgedWorld({ title: { zh: '灯具评审', en: 'Lamps to be judged' }, works: 40, experts: EXPERTS })
  organiser = await openPage({ lang: 'en', as: 'organiser', painted: PAINTED, path: judging('rounds') })
})
afterAll(async () => {
  await closeJudgedWorld(world)
  await Promise.all([organiser, phone, desk, third, author, visitor].map((window) => window?.close()))
})

describe('an organiser prepares judging', () => {
  it('two blind rounds are set up by their rules, with a score sheet each', async () => {
    await look(organiser, 'road-no-rounds')
    await addRound(['初评', 'First reading'], [-1, 47], async (page) => {
      await page.getByLabel('Largest difference').fill('25')
    })
    await addRound(['复评', 'Second reading'], [72, 96], async (page) => {
      await page.getByRole('radio', { name: 'Top of an earlier round' }).check()
      await page.getByLabel(/^Earlier round/).selectOption({ label: 'First reading' })
      await page.getByLabel('Number admitted per event').fill('4')
    })
    const { rows } = await onDatabase((db) =>
      db.query('select id::text, "hideAuthor", "hideSchool" from review_round where "competitionId" = $1 order by position', [
        world.competitionId,
      ]),
    )
    rounds = rows.map(({ id }) => id)
    expect(rows.map(({ hideAuthor, hideSchool }) => [hideAuthor, hideSchool])).toEqual([
      [true, true],
      [true, true],
    ])
    await openPath(organiser.page, judging('rounds'))
    await organiser.page.getByRole('cell', { name: 'Second reading' }).waitFor()
    await look(organiser, 'road-rounds')
  })

  it('experts of the pool are invited, and accept at their desk', async () => {
    const { page } = organiser
    await openPath(page, judging('panel'))
    await page.getByRole('button', { name: 'Invite experts' }).click()
    const dialog = page.getByRole('dialog')
    const names = dialog.getByRole('combobox', { name: 'Experts', exact: true })
    for (const name of EXPERTS) {
      await names.fill(name)
      await dialog.getByRole('option', { name }).first().click()
    }
    await dialog.getByLabel('Maximum load').fill('25')
    await dialog.getByRole('button', { name: 'Send invitations' }).click()
    await page.getByText('4 invited; 0 already on the panel').waitFor()
    phone = await openExpert(world.experts[0]!, PHONE)
    await phone.page.getByRole('button', { name: 'Accept' }).click()
    await phone.page.getByText('Invitation accepted').waitFor()
    for (const expert of world.experts.slice(1)) {
      const { rows } = await onDatabase((db) =>
        db.query('select id::text from review_expert where "competitionId" = $1 and "userId" = $2', [world.competitionId, expert.id]),
      )
      await callAsPerson(expert, 'api/web/review/invitation', { id: rows[0].id, accept: true })
    }
    await openPath(page, '/admin')
    await openPath(page, judging('panel'))
    await expect.poll(() => page.getByRole('cell', { name: 'Accepted' }).count()).toBe(4)
    await look(organiser, 'road-panel')
  })

  it('the assignment is calculated, looked at and deployed', async () => {
    const { page } = organiser
    await openPath(page, judging('assignment', rounds[0]))
    await page.getByText('80 reviews are missing').waitFor()
    // added after the rounds were asked for by the form of the second one
    await page.getByRole('button', { name: 'Second reading' }).waitFor()
    await calculate('80')
    await look(organiser, 'road-plan')
    await deploy('80 assigned, 0 skipped')
    await page.getByText('Expert loads').waitFor()
    const { rows } = await onDatabase((db) =>
      db.query('select count(*)::int as load from review_assignment where "roundId" = $1 group by "userId"', [rounds[0]]),
    )
    expect(rows.map(({ load }) => load)).toEqual([20, 20, 20, 20])
    await look(organiser, 'road-assignment')
  })
})

describe('experts judge', () => {
  it('one marks on a phone, and the next work comes by itself', async () => {
    const { page } = phone
    await openPath(page, '/')
    await openPath(page, '/admin/myReviews')
    await page.getByText('0 / 20').waitFor()
    await page.getByText('Judge the next work').click()
    for (let done = 0; done < 2; done++) await markShown(page)
    await page.getByRole('heading', { name: /^Work \d+: Lamp/ }).waitFor()
    await look(phone, 'road-review-phone')
    await openPath(page, '/admin/myReviews')
    await page.getByText('2 / 20').waitFor()
  })

  it('one recuses from a work and marks the next', async () => {
    desk = await openExpert(world.experts[1]!)
    const { page } = desk
    await page.getByText('Judge the next work').click()
    await page.getByRole('button', { name: 'Recuse' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('I taught the author.')
    await page.getByRole('dialog').getByRole('button', { name: 'Recuse' }).click()
    await page.getByText('You have recused from this work').waitFor()
    await openPath(page, '/admin/myReviews')
    await page.getByText('0 / 19').waitFor()
    await page.getByText('Judge the next work').click()
    await markShown(page)
  })

  it('one abstains from a work and marks the next', async () => {
    third = await openExpert(world.experts[2]!)
    const { page } = third
    await page.getByText('Judge the next work').click()
    await page.getByRole('button', { name: 'Abstain' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Abstain' }).click()
    await page.getByText('Abstained').first().waitFor()
    await openPath(page, '/admin/myReviews')
    await page.getByText('Judge the next work').click()
    await markShown(page)
  })

  it('no page of an expert holds a name or a school of an author', async () => {
    for (const { page } of [phone, desk, third]) {
      expect(await page.content()).not.toMatch(/Wu Yin|Academy/)
      await openPath(page, `/admin/myReviews?roundId=${rounds[0]}`)
      await page.getByText('Lamp').first().waitFor()
      expect(await page.content()).not.toMatch(/Wu Yin|Academy/)
    }
    await look(phone, 'road-desk-phone')
    await look(desk, 'road-desk')
  })
})

describe('an organiser follows the round', () => {
  it('what was given back is assigned anew', async () => {
    const { page } = organiser
    await openPath(page, judging('assignment', rounds[0]))
    await page.getByText('2 reviews are missing').waitFor()
    await calculate('2')
    await deploy('2 assigned, 0 skipped')
    divided = await markRest(rounds[0]!, { isDivided: true })
  })

  it('the board shows on which work experts differ, and a third review is ordered', async () => {
    const { page } = organiser
    await openPath(page, judging('progress', rounds[0]))
    await page.getByText('80 / 81').waitFor()
    await page.getByText('40 / 40').waitFor()
    await look(organiser, 'road-board')
    const row = page.getByRole('row', { name: divided })
    await row.getByText('Too far apart', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Reviews' }).click()
    const drawer = page.getByRole('dialog', { name: `Reviews of “${divided}”` })
    await drawer.getByRole('combobox', { name: 'Expert' }).waitFor()
    await look(organiser, 'road-board-work')
    await drawer.getByRole('combobox', { name: 'Expert' }).click()
    await drawer.getByRole('option').first().click()
    await drawer.getByRole('button', { name: 'Order a review' }).click()
    await page.getByText(/^Assigned to /).waitFor()
    await markRest(rounds[0]!)
  })

  it('the round is frozen, and the second one takes the best of it', async () => {
    const { page } = organiser
    await freeze(rounds[0]!)
    await letHoursPass(world, 73)
    await openPath(page, judging('assignment', rounds[1]))
    await page.getByText('8 reviews are missing').waitFor()
    await calculate('8')
    await deploy('8 assigned, 0 skipped')
    await markRest(rounds[1]!)
    await freeze(rounds[1]!)
    await openPath(page, judging('results', rounds[1]))
    await page.getByRole('row', { name: BEST }).waitFor()
    await look(organiser, 'road-results')
  })
})

describe('the ranking', () => {
  it('is computed from both rounds, and its file computes again to the same order', async () => {
    const { page } = organiser
    await page.getByRole('button', { name: 'Create a ranking' }).click()
    await page.getByRole('dialog').getByLabel('Ranking title (Chinese)').fill('灯具终评')
    await page.getByRole('dialog').getByLabel('Ranking title (English)').fill('Lamps of the year')
    await page.getByRole('dialog').getByRole('button', { name: 'Next: the rule' }).click()
    await page.getByRole('button', { name: 'Add round' }).waitFor()
    ranking = new URL(page.url()).searchParams.get('ranking')!
    // the last frozen round is suggested
    await page
      .getByLabel(/^Weight\s*\*?$/)
      .first()
      .fill('2')
    await page.getByRole('button', { name: 'Add round' }).click()
    await page
      .getByLabel(/^Round\s*\*?$/)
      .nth(1)
      .selectOption({ label: 'First reading' })
    await page
      .getByLabel(/^Weight\s*\*?$/)
      .nth(1)
      .fill('1')
    await page.getByRole('button', { name: 'Add award' }).click()
    await page.getByLabel(/^Award\s*\*?$/).selectOption({ label: 'First prize' })
    await page.getByLabel(/^Amount/).fill('1')
    await page.getByLabel(/^Unit/).selectOption({ label: 'works' })
    await page.locator('form').getByRole('button', { name: 'Preview' }).click()
    await page.getByText('4 / 40').waitFor()
    await look(organiser, 'road-ranking-preview')
    await page.getByRole('button', { name: 'Write the list' }).click()
    await page.getByText('4 entries written').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the file' }).click()])
    const verdict = verifyRanking(readFileSync((await file.path())!, 'utf8'))
    expect(verdict.failures).toEqual([])
    expect(verdict.works).toBe(4)
  })

  it('is shown to authors, one of whom objects on a phone and is answered', async () => {
    const { page } = organiser
    await openPath(page, `${RANKING}?competitionId=${world.competitionId}&ranking=${ranking}`)
    await page.getByRole('button', { name: 'Show provisional results' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show to participants' }).click()
    await page.getByText(/Participants see their own results/).waitFor()
    author = await openPage({
      lang: 'en',
      as: world.authors[0]!,
      width: PHONE,
      painted: PAINTED,
      path: '/personalCenter/credential?tab=results',
    })
    await author.page.getByText('Lamps of the year').waitFor()
    await author.page.getByRole('button', { name: 'Object', exact: true }).click()
    const dialog = author.page.getByRole('dialog')
    await dialog.getByLabel('About').selectOption('Score')
    await dialog.getByLabel(/^Objection/).fill('Was the second reading counted twice?')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await author.page.getByText('Submitted. You are notified when it is answered').waitFor()
    await look(author, 'road-author-objects')
    await openPath(page, `${RANKING}?competitionId=${world.competitionId}&ranking=${ranking}&tab=objections`)
    await page.getByText('Was the second reading counted twice?').click()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    const answer = page.getByRole('dialog').last()
    await answer.getByLabel('Declined').check()
    await answer.getByLabel(/^Answer/).fill('It has a weight of two, as the rule says.')
    await answer.getByRole('button', { name: 'Send the answer' }).click()
    await page.getByText('Answered. The person who objected is notified').waitFor()
  })

  it('is finalised and published: a visitor reads it, the author has an honour and the answer', async () => {
    const { page } = organiser
    await page.getByRole('button', { name: 'Finalise' }).click()
    await page.getByRole('dialog').getByLabel('Comment').fill('Confirmed by the jury')
    await page.getByRole('dialog').getByRole('button', { name: 'Finalise' }).click()
    await page.getByText(/Days left to object/).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Final but not published; visitors cannot see it').waitFor()
    await openPath(page, '/admin')
    await openPath(page, `${RANKING}?competitionId=${world.competitionId}&ranking=${ranking}`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published. Everyone can see it').waitFor()
    await look(organiser, 'road-published')
    const path = `/details/rankingList?competitionId=${world.competitionId}&rankingId=${ranking}`
    visitor = await openPage({ lang: 'en', width: PHONE, painted: PAINTED, path })
    await visitor.page.getByText('Wu Yin01').first().waitFor()
    await look(visitor, 'road-public-phone')
    await openPath(author.page, '/personalCenter/credential?tab=honours')
    await author.page.getByText('First prize').waitFor()
    await look(author, 'road-honour-phone')
    await openPath(author.page, '/personalCenter/credential?tab=objections')
    await author.page.getByText('It has a weight of two, as the rule says.').waitFor()
  })

  it('nothing went wrong in any window on the way', () => {
    expect([organiser, phone, desk, third, author, visitor].flatMap(({ problems }) => problems)).toEqual([])
  })
})

function judging(tab: string, roundId?: string): string {
  return `/admin/judging?competitionId=${world.competitionId}&tab=${tab}${roundId === undefined ? '' : `&roundId=${roundId}`}`
}

/** @param window hours from now */
async function addRound(title: [zh: string, en: string], window: [number, number], fill: (page: Page) => Promise<void>): Promise<void> {
  const { page } = organiser
  await openPath(page, judging('rounds'))
  await page
    .getByRole('button', { name: 'New round' })
    .or(page.getByRole('link', { name: 'New round' }))
    .first()
    .click()
  await page.getByLabel('Name of the round (Chinese)').fill(title[0])
  await page.getByLabel('Name of the round (English)').fill(title[1])
  for (const [at, label] of ['Opens at', 'Closes at'].entries()) {
    const [day, time] = inShanghai(window[at]!)
    await page.getByLabel(`${label}: date`).fill(day)
    await page.getByLabel(`${label}: time`).fill(time)
  }
  await page.getByLabel('Reviews per work').fill('2')
  await page.getByLabel('Missing reviews').selectOption({ index: 1 })
  await fill(page)
  await page.getByRole('button', { name: 'Create round' }).click()
  // one that begins before works close asks first
  const confirm = page.getByRole('button', { name: 'Confirm and continue' })
  await confirm
    .or(page.getByRole('button', { name: 'Publish score sheet' }))
    .first()
    .waitFor()
  if (await confirm.isVisible()) await confirm.click()
  await page.getByRole('button', { name: 'Publish score sheet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Score sheet published').first().waitFor()
}

/** Day and minute by the clock of the windows. */
function inShanghai(hours: number): [day: string, time: string] {
  const text = new Date(Date.now() + hours * HOUR_MS + 8 * HOUR_MS).toISOString()
  return [text.slice(0, 10), text.slice(11, 16)]
}

function openExpert(expert: Person, width = 1440): Promise<OpenPage> {
  return openPage({ lang: 'en', as: expert, width, painted: PAINTED, path: '/admin/myReviews' })
}

async function calculate(reviews: string): Promise<void> {
  const { page } = organiser
  await page.getByRole('button', { name: 'Assign automatically' }).click()
  await page.getByRole('button', { name: 'Calculate plan' }).click()
  await page.getByRole('dialog', { name: 'Assignment plan' }).getByText(reviews, { exact: true }).first().waitFor()
}

async function deploy(words: string): Promise<void> {
  const { page } = organiser
  await page.getByRole('button', { name: 'Put into effect' }).click()
  await page.getByText(words).waitFor()
}

/** Marks the work that is shown and goes on. */
async function markShown(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: /^Work \d+: Lamp/ })
  const title = (await heading.innerText()).replace(/^.*: /, '')
  await page.clock.setFixedTime(Date.now())
  await page.getByLabel('Quality').fill(String(levelOf(title)))
  await page.getByLabel('Innovation').fill(String(levelOf(title)))
  await page.getByRole('button', { name: 'Submit and next' }).click()
  // within ten seconds it is asked
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Submit', exact: true }).click()
  await expect.poll(() => heading.innerText()).not.toContain(title)
}

/** What experts give a work: the first has most. */
function levelOf(title: string): number {
  return 96 - 2 * Number(title.slice(-2))
}

/** Whoever has not judged yet does, over HTTP; where they shall differ, one of them sees little in one of the works. @returns the title of that work */
async function markRest(roundId: string, { isDivided = false } = {}): Promise<string> {
  const { rows } = await onDatabase((db) =>
    db.query(
      `select a.id::text, a."userId"::text, w.title, d.hash
       from review_assignment a join work_work w on w.id = a."workId" join review_round r on r.id = a."roundId"
       join platform_document d on d."documentId" = r."sheetId" and d.kind = 'form' and d.state = 'published'
       where a."roundId" = $1 and a.state = 'assigned' order by w.title = $2, w.title, a.id`,
      [roundId, BEST],
    ),
  )
  for (const [at, { id, userId, title, hash }] of rows.entries()) {
    const points = levelOf(title) - (isDivided && at === 0 ? 40 : 0)
    const expert = world.experts.find((person) => person.id === userId)!
    await callAsPerson(expert, 'api/web/review/submit', { id, formHash: hash, answers: { quality: points, innovation: points } })
  }
  return rows[0].title
}

async function freeze(roundId: string): Promise<void> {
  const { page } = organiser
  await openPath(page, judging('progress', roundId))
  await page.getByRole('button', { name: 'Freeze scores' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Freeze', exact: true }).click()
  await page.getByText(/^The scores of this round were frozen/).waitFor()
}

/** Nothing goes beyond the window, and axe finds nothing. */
async function look({ page, settled }: OpenPage, name: string): Promise<void> {
  await settled()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await seriousProblems(page), name).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}
