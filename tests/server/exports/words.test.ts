/** What an organiser opens: a sheet of words, days and links, beside it the members one by one. */
import type Excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheets } from '../readSheet.ts'
import { createWorld, HACKATHON, HACKATHON_ANSWERS, hackathonForm, MODELLING, signUp, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function exported(title: string, role: string): Promise<Excel.Worksheet[]> {
  const token = await world.signIn(role)
  const competitionId = await world.competition(title)
  const { jobId } = (await world.call('api/web/report/exportCompetitionSignUp', { competitionId }, token)).data
  return readSheets(world, jobId, token)
}

const head = (sheet: Excel.Worksheet) => (sheet.getRow(1).values as string[]).slice(1)
const cell = (sheet: Excel.Worksheet, row: number, title: string) => sheet.getCell(row, head(sheet).indexOf(title) + 1)
/** Row of a registration. */
const rowOf = (sheet: Excel.Worksheet, id: string) => sheet.getColumn(1).values.indexOf(id)

describe('an export of registrations', () => {
  it('[EXPORT-1] names regions and schools, gives each member a line and each file a link', async () => {
    const competitionId = await world.competition(MODELLING)
    const [picked] = await world.rows(
      `SELECT id, answers FROM signup_registration WHERE "competitionId" = $1 AND jsonb_array_length(answers->'members') = 2 AND "submittedAt" IS NOT NULL LIMIT 1`,
      [competitionId],
    )
    const file = (mark: string) => ({ id: mark.repeat(22), name: `${mark}.png`, size: 10, type: 'image/png' })
    const chosen = { region: ['11', '1101'], school: ['11', '11001'], studentCards: [file('a'), file('b')] }
    await world.rows('UPDATE signup_registration SET answers = answers || $2::jsonb WHERE id = $1', [picked.id, JSON.stringify(chosen)])

    const [sheet, members] = await exported(MODELLING, 'organiser')
    const row = rowOf(sheet!, String(picked.id))
    expect(cell(sheet!, row, '学校').value).toMatch(/^北京.* \/ 燕北大学$/)
    expect(cell(sheet!, row, '赛区').value).toMatch(/^北京.* \/ \D+$/)
    expect(cell(sheet!, row, '学生证照片 2').value).toMatchObject({ text: 'b.png', hyperlink: `http://localhost/file/${'b'.repeat(22)}` })
    expect(members!.name).toMatch(/队员/)
    const lines = members!.getColumn(1).values.flatMap((id, at) => (id === String(picked.id) ? [at] : []))
    expect(lines.map((at) => cell(members!, at, '姓名').value)).toEqual(picked.answers.members.map(({ name }: { name: string }) => name))
  })

  it('[EXPORT-2] holds days and moments as a sheet knows them, by the clock that its head names', async () => {
    const { token } = await world.newcomer()
    const form = await hackathonForm(world)
    const { id } = (await signUp(world, token, form)).data
    await world.rows(`UPDATE signup_registration SET "submittedAt" = '2026-11-20T18:30:05Z' WHERE id = $1`, [id])
    const [sheet] = await exported(HACKATHON, 'organiser 2')
    const row = rowOf(sheet!, id)
    expect(cell(sheet!, row, '提交时间（中国标准时间）')).toMatchObject({
      value: new Date('2026-11-21T02:30:05Z'),
      numFmt: 'yyyy-mm-dd hh:mm:ss',
    })
    expect(cell(sheet!, row, '出生日期')).toMatchObject({ value: new Date(HACKATHON_ANSWERS.birthDate), numFmt: 'yyyy-mm-dd' })
    const ends = head(sheet!).filter((title) => /（[起止]）$/.test(title))
    expect(ends.map((title) => cell(sheet!, row, title).value)).toEqual(HACKATHON_ANSWERS.arrival.map((day) => new Date(day)))
  })

  it('[EXPORT-3] has links that open a page, which hands the file to whoever may read it', async () => {
    const reply = await world.app.inject({ url: `/file/${'a'.repeat(22)}` })
    expect(reply.statusCode).toBe(200)
  })
})
