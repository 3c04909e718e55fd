/** A participant reads the growth record and the ability portrait: levels, points, what they come from. */
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'
import { expectSound } from '../../harness/visitServer.ts'

interface Standing {
  level: number
  points: number
  next: number | null
  registered: number
  works: number
  awards: number
  courses: number
  types: { name: { en: string }; count: number }[]
}

let standing: Standing
let visit: OpenPage
afterEach(() => visit.close())

const card = (label: string) => visit.page.locator('.ag-stat', { hasText: label }).first()

async function open(path: string, width: number) {
  visit = await openPage({ lang: 'en', width, as: 'participant' })
  const answer = visit.page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/user/growth/standing'))
  await visit.page.goto(path)
  standing = (await (await answer).json()).data
  await visit.settled()
}

it.each([1440, 360])('[GROW-2] the growth record says the level, how far the next one is, and what brings points (%i)', async (width) => {
  await open('/personalCenter/chengchang', width)
  const { page, problems } = visit
  expect(standing).toMatchObject({ level: 1, next: 50 })
  await card('Level').getByText('Lv.1 Newcomer').waitFor()
  await card('Points').getByText(String(standing.points), { exact: true }).waitFor()
  await card('Points').getByText('Next level at 50').waitFor()
  const rules = page.locator('section', { has: page.getByRole('heading', { name: 'How points are counted', exact: true }) }).last()
  for (const level of [2, 3, 4, 5]) await rules.getByText(`Level ${level} begins at`).first().waitFor()
  await page.getByText('Attended a course').locator('visible=true').first().waitFor()
  await expectSound(page)
  expect(problems).toEqual([])
})

it.each([1440, 360])(
  '[GROW-3] the ability portrait counts the same acts by type and year, and leaves out what there is none of (%i)',
  async (width) => {
    await open('/personalCenter/huaxiang', width)
    const { page, problems } = visit
    const figures = [
      ['Competitions', standing.registered],
      ['Works', standing.works],
      ['Awards', standing.awards],
      ['Courses', standing.courses],
    ] as const
    for (const [label, count] of figures) await card(label).getByText(String(count), { exact: true }).waitFor()
    const types = page.locator('figure', { hasText: 'Competitions by type, A to E' })
    await types.getByRole('button', { name: 'Show as table' }).click()
    for (const { name, count } of standing.types) await types.getByRole('row', { name: `${name.en} ${count}` }).waitFor()
    expect(standing.awards).toBe(0)
    expect(await page.locator('figure', { hasText: 'Awards by prize' }).count()).toBe(0)
    await expectSound(page)
    expect(problems).toEqual([])
  },
)
