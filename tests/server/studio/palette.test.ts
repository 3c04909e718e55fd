/** Every kind of field that the designer offers, over HTTP: it can be put into a form and published, takes a right answer, refuses a wrong one at its
 *  place, is stored, and is exported in words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument, FormField, PaletteEntry } from '../../../runtime/core/documents.ts'
import { checkEngine } from '../../../runtime/core/form/checkForm.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import { holdsFiles } from '../../../runtime/core/form/holdsFields.ts'
import type { AnswerStatistics } from '../../../runtime/core/statistics/AnswerStatistics.ts'
import { parseCsv } from '../../../runtime/core/studio/csv.ts'
import { entryOfField } from '../../../runtime/core/studio/entryOfField.ts'
import { insertField } from '../../../runtime/core/studio/placeFields.ts'
import { FIRST_DAY, MAX_NUMBER } from '../../../runtime/core/values/valueRange.ts'
import { readSheet } from '../readSheet.ts'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'
import { bordersOf } from './borderAnswers.ts'
import { PALETTE_ANSWERS } from './paletteAnswers.ts'
import { readPalette } from './readPalette.ts'

const AREA = 'api/web/questionnaire'
const palette = readPalette()
const entries = palette.groups.flatMap((group) => group.entries)
/** A questionnaire takes no files. */
const asked = entries.filter(({ field }) => !holdsFiles(field))

let world: World
let organiser: string
let made: { id: string; token: string }
let names: Map<PaletteEntry, string>
const answers: Record<string, unknown> = {}
/** Right answers of the groups that ask for their members. */
const demanded: Record<string, unknown> = {}
const post = (path: string, input: Record<string, unknown>, token: string | null = organiser) => world.call(`${AREA}/${path}`, input, token)
beforeAll(async () => {
  world = await createWorld({ template: 'seeded' })
  organiser = await world.signIn('organiser')
  const competitionId = await world.competition(DESIGN)
  const [school] = await world.rows('SELECT code FROM organisation_school ORDER BY id LIMIT 1')
  const { id } = (
    await post('create', { title: { zh: '问卷' }, for: `competition:${competitionId}`, mode: 'named', start: 'questionnaire.starter' })
  ).data
  const { content, revision } = (await world.call(`${AREA}/form`, { id }, organiser)).data as { content: FormDocument; revision: string }
  let form: FormDocument = { ...content, schema: { type: 'object', properties: {} } }
  names = new Map()
  for (const entry of asked) {
    const edited = insertField(form, { holder: '/schema', before: null, step: null, section: null }, { ...entry, required: false })
    form = edited.form
    const name = edited.select[0]!.split('/').at(-1)!
    names.set(entry, name)
    const right = entry.id === 'schoolList' ? school.code : PALETTE_ANSWERS[entry.id]?.right
    if (right !== undefined) answers[name] = right
    if (entry.field.type === 'object' && entry.field.required) demanded[name] = right
  }
  const saved = await world.call(`${AREA}/form/save`, { id, content: form, revision }, organiser)
  expect(saved.data?.failures ?? saved).toEqual([])
  expect((await world.call(`${AREA}/form/publish`, { id }, organiser)).error).toBeUndefined()
  expect((await post('publish', { id })).error).toBeUndefined()
  const { address } = (await world.call(`${AREA}/link/${id}`, {}, organiser, 'GET')).data
  made = { id, token: address.split('/').at(-1) }
})
afterAll(() => world?.close())

const submit = (given: Record<string, unknown>, who: string) =>
  world.call('api/web/user/questionnaire/save', { ...made, answers: given }, who)

describe('the kinds of field of the palette', () => {
  it('[STUDIO-PALETTE] each has an answer in the table of this test, and is known again by its field', () => {
    expect(Object.keys(PALETTE_ANSWERS).sort()).toEqual(asked.map(({ id }) => id).sort())
    expect(entries.filter((entry) => entryOfField(palette, entry.field) !== entry)).toEqual([])
  })

  it('[STUDIO-PALETTE] each refuses a wrong answer at its place, and nothing else', async () => {
    const { token } = await world.newcomer()
    for (const [entry, name] of names) {
      for (const wrong of PALETTE_ANSWERS[entry.id]!.wrong) {
        const { details } = await submit({ ...answers, [name]: wrong }, token)
        const places = details?.errors?.map(({ path }) => path) ?? []
        expect([entry.id, wrong, places.length > 0 && places.every((path) => `${path}/`.startsWith(`/${name}/`))]).toEqual([
          entry.id,
          wrong,
          true,
        ])
      }
    }
  })

  it('[STUDIO-PALETTE] a required matrix asks for every row, once', () => {
    const { field } = entries.find(({ id }) => id === 'matrix')!
    const form = { schema: { type: 'object', required: ['matrix'], properties: { matrix: field } } } as unknown as FormDocument
    const engine = createFormEngine(compileForm(form), { matrix: { quality: 'good' } }, { permissions: [] })
    expect(checkEngine(engine, { matrix: { quality: 'good' } }, () => null).map(({ path, rule }) => [path, rule])).toEqual([
      ['/matrix/service', 'required'],
      ['/matrix/venue', 'required'],
    ])
    const empty = createFormEngine(compileForm(form), {}, { permissions: [] })
    expect(checkEngine(empty, {}, () => null).map(({ path }) => path)).toEqual(['/matrix/quality', '/matrix/service', '/matrix/venue'])
  })

  it('[STUDIO-PALETTE] each takes a right answer, which is stored as it was given and exported in words', async () => {
    const { token } = await world.newcomer()
    const reply = await submit(answers, token)
    expect(reply.details?.errors ?? reply.error).toBeUndefined()
    const [{ values }] = await world.rows('SELECT "values" FROM questionnaire_answer WHERE "questionnaireId" = $1', [made.id])
    const { [names.get(entries.find(({ id }) => id === 'calculated')!)!]: _, ...stored } = values
    expect(stored).toEqual(answers)

    const { jobId } = (await post(`export/${made.id}`, { questionnaireId: made.id, format: 'csv' })).data
    const state = async () => (await world.call(`api/platform/job/${jobId}`, {}, organiser, 'GET')).data
    await expect.poll(async () => (await state()).state).toBe('done')
    const { id } = (await state()).result
    const file = await world.app.inject({ url: `/api/platform/file/${id}`, headers: { authorization: `Bearer ${organiser}` } })
    const [head, line] = parseCsv(file.body.replace(/^\uFEFF/, '')).rows as [string[], string[]]
    for (const { id: kind, field } of asked) {
      const title = (field.title as { zh: string }).zh
      for (const [ending, words] of Object.entries(PALETTE_ANSWERS[kind]!.said)) {
        const cells = line.filter((_, at) => head[at] === title + ending)
        expect([kind, ending, ...cells]).toContain(words)
      }
    }
  })

  it('[STUDIO-PALETTE] places of a ranking are counted for each option, ratings and sliders as numbers', async () => {
    const { questions } = (await post(`statistics/${made.id}`, { questionnaireId: made.id })).data
    const of = (path: string) => questions.find((question: { path: string }) => question.path === path)
    expect(of('ranking.c')).toMatchObject({
      kind: 'number',
      title: { en: 'Third option' },
      within: [{ en: 'Ranking' }],
      numbers: { mean: 1 },
    })
    expect(of('ranking.b')).toMatchObject({ numbers: { mean: 3 } })
    expect(of('rating')).toMatchObject({ kind: 'number', numbers: { mean: 4 } })
  })

  it('[VALUE-1] what lies at the border of a kind passes through statistics, files and copies, and one beyond is refused in its place', async () => {
    const bordered = [...names].flatMap(([entry, name]) => {
      const borders = bordersOf(entry.field as FormField)
      return borders ? [{ kind: entry.id, name, ...borders }] : []
    })
    // more than a minute allows one person, and one address: they are counted by person
    for (const { kind, name, beyond } of bordered) {
      const { token } = await world.newcomer()
      for (const value of beyond) {
        const { details } = await submit({ ...demanded, [name]: value }, token)
        const places = details?.errors?.map(({ path }) => path) ?? []
        const isOwn = places.length > 0 && places.every((path) => `${path}/`.startsWith(`/${name}/`))
        expect([kind, value, isOwn]).toEqual([kind, value, true])
      }
    }
    for (let at = 0; at < Math.max(...bordered.map(({ inside }) => inside.length)); at++) {
      const given = { ...demanded, ...Object.fromEntries(bordered.map(({ name, inside }) => [name, inside[at % inside.length]])) }
      const reply = await submit(given, (await world.newcomer()).token)
      expect(reply.details?.errors ?? reply.error).toBeUndefined()
    }
    const { questions } = await results()
    const dates = questions.find(({ path }) => path === names.get(entries.find(({ id }) => id === 'date')!))!
    expect(dates.dates!.points.at(0)!.from.slice(0, 4)).toBe('1000')
    expect(dates.dates!.points.at(-1)!.from.slice(0, 4)).toBe('9998')
    expect(questions.filter(({ unreadable }) => unreadable > 0)).toEqual([])
    const cells = (await sheetRows()).flat()
    for (const words of [FIRST_DAY, '1900-02-28', String(MAX_NUMBER)]) expect(cells).toContain(words)
    expect(cells.filter((cell) => typeof cell === 'string' && cell.startsWith('=1+1 _x005F_x0041_'))).not.toEqual([])
  })

  it('[VALUE-2] a stored row that cannot be read takes no other with it: results count it, and its cell shows what is stored', async () => {
    const nameOf = (kind: string) => names.get(entries.find(({ id }) => id === kind)!)!
    const [date, datetime, number] = ['date', 'datetime', 'number'].map(nameOf) as [string, string, string]
    await world.rows(`DELETE FROM questionnaire_answer WHERE holder LIKE 'planted %'`)
    const before = await results()
    const rows: Record<string, unknown>[] = [
      { [date]: '0000-01-01', [datetime]: '9999-12-31T23:59:00.000Z', [number]: 9e307 },
      { [date]: '0001-01-01', [datetime]: '2016-12-31T23:59:60.000Z', [number]: -9e307 },
      { [date]: '2026-02-30', [datetime]: '0000-01-01T00:00:00.000Z' },
    ]
    for (const stored of rows)
      await world.rows(
        `INSERT INTO questionnaire_answer ("questionnaireId", "formVersion", "values", state, "startedAt", "submittedAt", holder)
         SELECT "questionnaireId", "formVersion", $2::jsonb, state, now(), now(), 'planted ' || md5($2::text) FROM questionnaire_answer
         WHERE "questionnaireId" = $1 ORDER BY id LIMIT 1`,
        [made.id, JSON.stringify(stored)],
      )
    const after = await results()
    const unreadable = Object.fromEntries(after.questions.flatMap(({ path, unreadable: count }) => (count > 0 ? [[path, count]] : [])))
    expect(unreadable).toEqual({ [date]: 3, [datetime]: 2, [number]: 2 })
    const figures = ({ questions }: AnswerStatistics) => questions.find(({ path }) => path === number)!.numbers
    expect(figures(after)).toEqual(figures(before))
    const cells = (await sheetRows()).flat()
    for (const words of ['0000-01-01', '9999-12-31T23:59:00.000Z', '2016-12-31T23:59:60.000Z', '2026-02-30', '9e+307'])
      expect(cells).toContain(words)
  })
})

const results = async () => (await post(`statistics/${made.id}`, { questionnaireId: made.id })).data as AnswerStatistics
const sheetRows = async () =>
  readSheet(world, (await post(`export/${made.id}`, { questionnaireId: made.id })).data.jobId as string, organiser)
