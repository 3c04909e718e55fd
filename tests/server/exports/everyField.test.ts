/** What the form designer can ask for is exported in words: of registrations, members, works and responses, as a workbook and as a text file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormField } from '../../../runtime/core/documents.ts'
import { holdsFiles } from '../../../runtime/core/form/holdsFields.ts'
import { parseCsv } from '../../../runtime/core/studio/csv.ts'
import { readSheets } from '../readSheet.ts'
import { createWorld, HACKATHON, type World } from '../roadWorld.ts'
import { readPalette } from '../studio/readPalette.ts'

let world: World
let admin: string
let competitionId: string
let school: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
  competitionId = await world.competition(HACKATHON)
  ;[{ code: school }] = await world.rows('SELECT code FROM organisation_school ORDER BY id LIMIT 1')
})
afterAll(() => world.close())

const CHOICES = [
  { value: 'a', label: { zh: '选项一', en: 'First option' } },
  { value: 'b', label: { zh: '选项二', en: 'Second option' } },
]
const title = (zh: string) => ({ zh, en: zh })
/** Controls that a field gets by its settings, besides the kinds of field of the palette. */
const BESIDES: Record<string, FormField> = {
  region: {
    type: 'array',
    title: title('地区'),
    'x-widget': 'cascader',
    items: { type: 'string' },
    'x-options': { call: 'organisation.regions', valueKey: 'value', labelKey: 'label', childrenKey: 'children' },
  },
  stay: { type: 'array', title: title('起止日期'), 'x-widget': 'dateRange', items: { type: ['string', 'null'] } },
  several: { type: 'array', title: title('多个选项'), 'x-widget': 'multiSelect', items: { type: 'string' }, 'x-options': CHOICES },
  clock: { type: 'string', title: title('时刻'), 'x-widget': 'time' },
  amount: { type: 'integer', title: title('金额'), 'x-widget': 'money' },
  chosen: { type: 'string', title: title('状态选择'), 'x-widget': 'select', 'x-options': { enum: 'work.state' } },
}
const palette = readPalette()
const FIELDS: Record<string, FormField> = {
  ...Object.fromEntries(
    palette.groups.flatMap(({ entries }) => entries.map(({ id, field }) => [`f${id}`, field as FormField])).filter(([, field]) => field),
  ),
  ...BESIDES,
}
const file = { id: 'f'.repeat(22), name: '证明.png', size: 10, type: 'image/png' }

/** An answer, by what the field is. */
function answerTo(field: FormField): unknown {
  if (field['x-widget'] === 'signature' && field.type === 'object') return file
  if (field.type === 'object') return answersTo(field.properties ?? {})
  if (field['x-widget'] === 'cascader') return ['11', '1101']
  if (field['x-widget'] === 'ranking') return ['b', 'a']
  if (field['x-widget'] === 'dateRange') return ['2026-05-06', '2026-05-08']
  if (field['x-widget'] === 'time') return '08:30'
  if (holdsFiles(field)) return [file, file]
  if (field.type === 'array' && field.items?.properties) return [answersTo(field.items.properties), answersTo(field.items.properties)]
  if (Array.isArray(field['x-options'])) {
    const [first, second] = field['x-options'].map(({ value }) => value)
    return field.type === 'array' ? [first, second] : first
  }
  if (field['x-options']) return 'enum' in field['x-options'] ? codeOf(field['x-options'].enum) : school
  if (field.type === 'boolean') return true
  if (field.type === 'number' || field.type === 'integer') return 1250
  if (field.format === 'date') return '2026-05-06'
  if (field.format === 'date-time') return '2026-05-06T02:03:04.000Z'
  return '文字'
}
/** Codes of enums that were answered: they are said in words too. */
const coded = new Set<unknown>()
/** Its first value, or one that reads as a code. */
function codeOf(enumId: string): unknown {
  const codes = world.server.deps
    .platform()
    .get('enum', enumId)
    .values.map(({ code }) => code)
  const code = codes.includes('submitted') ? 'submitted' : codes[0]
  coded.add(code)
  return code
}
const answersTo = (fields: Readonly<Record<string, FormField>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answerTo(field)]))

/** What is read under heads that begin with the title, in a text file. */
const EXPECTED: Record<string, string> = {
  单选: '选项一',
  下拉选择: '选项一',
  多选: '选项一、选项二',
  多个选项: '选项一、选项二',
  是或否: '是',
  整数: '1250',
  日期: '2026-05-06',
  日期和时间: '2026-05-06 10:03:04',
  金额: '12.5',
  时刻: '08:30',
  状态选择: '已提交',
  '起止日期（起）': '2026-05-06',
  '起止日期（止）': '2026-05-08',
  '上传文件 2': '证明.png',
}

interface Target {
  draft: string
  where: Record<string, unknown>
  table: string
  columns: { hash: string; answers: string }
  row: string
  path: string
  fields?: Record<string, FormField>
}
const ofCompetition = (purpose: string, rest: Omit<Target, 'draft' | 'where'>): Target => ({
  draft: 'competition',
  where: { purpose },
  ...rest,
})
const WITHOUT_FILES = Object.fromEntries(Object.entries(FIELDS).filter(([, field]) => !holdsFiles(field)))
const COLUMNS = { hash: 'formHash', answers: 'answers' }
const TARGETS: Record<string, Target> = {
  registrations: ofCompetition('signup', {
    table: 'signup_registration',
    columns: COLUMNS,
    row: 'status = 4',
    path: 'api/web/report/exportCompetitionSignUp',
  }),
  members: ofCompetition('member', {
    table: 'team_member',
    columns: COLUMNS,
    row: `state = 'active'`,
    path: 'api/web/competition/group/export',
  }),
  works: ofCompetition('work', { table: 'work_work', columns: COLUMNS, row: 'TRUE', path: 'api/web/work/export' }),
  responses: {
    draft: 'questionnaire',
    where: {},
    table: 'questionnaire_answer',
    columns: { hash: 'formVersion', answers: 'values' },
    row: '"submittedAt" IS NOT NULL',
    path: 'api/web/questionnaire/export',
    fields: WITHOUT_FILES,
  },
}

/** One row answers everything. */
async function prepare({ draft, where, table, columns, row, fields = FIELDS }: Target): Promise<Record<string, unknown>> {
  const place = await placeOf(draft, table)
  const asked = { ...place, ...where }
  const { content, revision } = (await world.call(`api/web/${draft}/form`, asked, admin)).data
  const schema = content.schema ?? { type: 'object', properties: {} }
  const full = {
    ...content,
    title: content.title ?? title('全部字段'),
    schema: { ...schema, properties: { ...schema.properties, ...fields } },
  }
  const saved = await world.call(`api/web/${draft}/form/save`, { ...asked, content: full, ...(revision && { revision }) }, admin)
  expect(saved.data?.failures ?? saved).toEqual([])
  const published = await world.call(`api/web/${draft}/form/publish`, asked, admin)
  expect(published.error).toBeUndefined()
  const object = draft === 'competition' ? 'competitionId' : 'questionnaireId'
  const id = draft === 'competition' ? place.competitionId : place.id
  const changed = await world.rows(
    `UPDATE ${table} SET "${columns.hash}" = $1, "${columns.answers}" = $2::jsonb
     WHERE id = (SELECT min(id) FROM ${table} WHERE "${object}" = $3 AND ${row}) RETURNING id`,
    [published.data.hash, JSON.stringify(answersTo(fields)), id],
  )
  expect(changed).toHaveLength(1)
  return draft === 'competition' ? { competitionId: id } : { questionnaireId: id }
}

/** A competition, or a questionnaire with names, that has such rows. */
async function placeOf(draft: string, table: string): Promise<Record<string, string>> {
  if (draft === 'competition') {
    const [row] = await world.rows(`SELECT "competitionId" FROM ${table} GROUP BY 1 ORDER BY ("competitionId" = $1) DESC LIMIT 1`, [
      competitionId,
    ])
    return { competitionId: String(row.competitionId) }
  }
  const [row] = await world.rows(
    `SELECT id FROM questionnaire_questionnaire WHERE mode = 'named' AND "answerCount" > 0 ORDER BY id LIMIT 1`,
  )
  return { id: String(row.id) }
}

const CODE = /[{}[\]]|object Object|^(a|b|true|false|submitted|1101)$|(^|、)(a|b)(、|$)|\/ 1101/

describe.each(Object.entries(TARGETS))('an export of %s', (_name, target) => {
  it('[EXPORT-9] says every answer that the designer can ask for in words, in both kinds of file', async () => {
    const asked = await prepare(target)
    const path = asked.questionnaireId ? `${target.path}/${asked.questionnaireId}` : target.path
    const job = async (format: object) => (await world.call(path, { ...asked, ...format }, admin)).data.jobId as string
    const sheets = await readSheets(world, await job({}), admin)
    const cells = sheets.flatMap((sheet) => sheet.getSheetValues().flatMap((row) => (Array.isArray(row) ? row : [])))
    const words = cells.flatMap((cell) =>
      typeof cell === 'string' ? [cell] : typeof cell === 'object' && cell && 'text' in cell ? [String(cell.text)] : [],
    )
    expect(words.filter((each) => CODE.test(each) || coded.has(each))).toEqual([])

    const [head, ...lines] = await table(await job({ format: 'csv' }))
    expect(lines.flat().filter((each) => CODE.test(each) || coded.has(each))).toEqual([])
    const line = lines.find((each) => each.includes('选项一、选项二'))!
    const wanted = Object.entries(EXPECTED).filter(([name]) => target.fields === undefined || !name.startsWith('上传'))
    const read = wanted.map(([name]) => [name, line[head!.findIndex((each) => each === name || each === `${name}（中国标准时间）`)]])
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(wanted))
    expect(line[head!.indexOf('地区')]).toMatch(/^北京.* \/ \D+$/)
  })
})

/** The rows of a text file that a job made. */
async function table(jobId: string): Promise<string[][]> {
  const state = async () => (await world.call(`api/platform/job/${jobId}`, {}, admin, 'GET')).data
  await expect.poll(async () => (await state()).state).toBe('done')
  const { id } = (await state()).result
  const reply = await world.app.inject({ url: `/api/platform/file/${id}`, headers: { authorization: `Bearer ${admin}` } })
  return parseCsv(reply.body.replace(/^\uFEFF/, '')).rows
}
