/** Answers at the borders of every kind of field, given by people who sign up to a competition of the demonstration: each is taken and kept as it is, one
 *  beyond is refused at its field, and none of them breaks statistics, lists, filters, sorting, files, copies or PDFs of the others. */
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Tokens } from '../../runtime/core/contracts.ts'
import type { FormDocument, FormField } from '../../runtime/core/documents.ts'
import { holdsFiles } from '../../runtime/core/form/holdsFields.ts'
import { parseCsv } from '../../runtime/core/studio/csv.ts'
import { readWorkbook } from '../../tests/harness/readWorkbook.ts'
import { bordersOf } from '../../tests/server/studio/borderAnswers.ts'
import { readPalette } from '../../tests/server/studio/readPalette.ts'
import { seed } from '../seed.ts'
import type { HostileCase, HostileSuite } from './HostileSuite.ts'
import { type AttackedServer, openServer } from './openServer.ts'

const AREA = 'api/web'
const PAGE = 100
const POLL_MS = 200
const SORTED = ['submittedAt', 'displayName', 'school', 'status']
/** Letters of a name on a certificate. */
const NAME_LENGTH = 30

type Input = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: replies of many calls
type Reply = { error?: string; message?: string; data: any; details?: { errors?: { path: string }[] } }
interface Asked {
  kind: string
  name: string
  inside: unknown[]
  beyond: unknown[]
}
interface Given {
  of: Asked
  value: unknown
  /** What the server keeps. */
  stored: unknown
}
interface World {
  attacked: AttackedServer
  admin: string
  place: { competitionId: string; eventId: string; formHash: string }
  asked: Asked[]
  given: Given[]
}

const suite: HostileSuite = {
  title: 'answers at the borders of every kind of field',
  async open() {
    const attacked = await openServer()
    const world = await prepare(attacked)
    const cases: HostileCase[] = [
      { title: 'one beyond a border is refused at its field', run: () => refuseBeyond(world) },
      { title: 'what lies at a border is taken and kept', run: () => takeInside(world) },
      { title: 'statistics count all of them', run: () => countAll(world) },
      { title: 'the list shows all of them, in every order', run: () => listAll(world) },
      { title: 'a filter for each finds whose it is', run: () => filterEach(world) },
      ...(['xlsx', 'csv'] as const).map((format) => ({
        title: `a file of the kind ${format} holds all of them`,
        run: () => exportAll(world, format),
      })),
      { title: 'a copy of the competition asks the same', run: () => copyForm(world) },
      { title: 'certificates with texts at the border are drawn', run: () => drawCertificates(world) },
    ]
    return { cases, close: () => attacked.close() }
  },
}
export default suite

async function prepare(attacked: AttackedServer): Promise<World> {
  const { server, databaseUrl } = attacked
  const { accounts } = await seed({ databaseUrl, server })
  const administrator = accounts.find(({ role }) => role === 'administrator')!
  const form = new URLSearchParams({ account: administrator.name, password: administrator.password })
  const signedIn = await fetch(`${attacked.address}/api/usercenter/authentication/form`, { method: 'POST', body: form })
  const admin = ((await signedIn.json()) as Reply).data.access_token as string
  const one = async (table: 'competition_competition' | 'competition_event', where: Input): Promise<string> => {
    const rows = await (server.deps.db as never as Rows).selectFrom(table).selectAll().execute()
    return String(
      rows.find((row) =>
        Object.entries(where).every(([name, value]) => row[name] === value || (row[name] as { zh?: string })?.zh === value),
      )!.id,
    )
  }
  const competitionId = await one('competition_competition', { title: '开放硬件黑客马拉松' })
  const eventId = await one('competition_event', { competitionId, title: '正赛' })
  const world = { attacked, admin, place: { competitionId, eventId, formHash: '' }, asked: [] as Asked[], given: [] }
  const asked = { competitionId, purpose: 'signup' }
  const { content, revision } = (await call(world, 'competition/form', asked)).data as { content: FormDocument; revision: string }
  const entries = readPalette()
    .groups.flatMap((group) => group.entries)
    .filter(({ field }) => field && !holdsFiles(field as FormField))
  const fields = Object.fromEntries(entries.map(({ id, field }) => [`b${id}`, field as FormField]))
  world.asked = entries.flatMap(({ id, field }) => {
    const borders = bordersOf(field as FormField)
    return borders ? [{ kind: id, name: `b${id}`, ...borders }] : []
  })
  const { 'x-step': _step, 'x-section': _section, ...fullName } = content.schema.properties!.fullName as FormField
  const whole = {
    ...content,
    schema: { type: 'object', required: ['fullName'], properties: { fullName, ...fields } },
    sections: undefined,
    steps: undefined,
  }
  const saved = await call(world, 'competition/form/save', {
    ...asked,
    content: JSON.parse(JSON.stringify(whole)),
    ...(revision && { revision }),
  })
  if (saved.error || saved.data.failures.length > 0) throw new Error(`the form is not taken: ${JSON.stringify(saved).slice(0, 1500)}`)
  world.place.formHash = (await call(world, 'competition/form/publish', asked)).data.hash
  return world
}

interface Rows {
  selectFrom(table: string): { selectAll(): { execute(): Promise<Record<string, unknown>[]> } }
  insertInto(table: string): { values(row: Input): { returning(column: string): { executeTakeFirstOrThrow(): Promise<{ id: string }> } } }
}

async function call({ attacked, admin }: Pick<World, 'attacked' | 'admin'>, path: string, input: Input, token = admin): Promise<Reply> {
  const reply = await fetch(`${attacked.address}/${path.startsWith('api/') ? path : `${AREA}/${path}`}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(input),
  })
  const answer = (await reply.json()) as Reply
  if (reply.status >= 500) throw new Error(`${path} ${JSON.stringify(input).slice(0, 300)}: ${reply.status} ${answer.error}`)
  return answer
}

let people = 0
async function newcomer({ attacked: { server } }: World): Promise<string> {
  people += 1
  const { id } = await (server.deps.db as never as Rows)
    .insertInto('account_user')
    .values({ userName: `border${people}`, name: `边界${people}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const scope = {
    db: server.deps.db,
    session: server.deps.services.sessions.visitor(),
    now: new Date(),
    lang: 'zh',
    request: { id: 'border', ip: '127.0.0.1', headers: {} },
  }
  return ((await server.deps.services.sessions.bind(scope as never).open(String(id))) as Tokens).access_token
}

const signUp = async (world: World, answers: Input) =>
  call(
    world,
    'competition/signup/personal',
    { ...world.place, agreement: true, answers: { fullName: '何边界', ...answers } },
    await newcomer(world),
  )

async function refuseBeyond(world: World): Promise<string> {
  const wrong: string[] = []
  let tried = 0
  for (const { kind, name, beyond } of world.asked)
    for (const value of beyond) {
      const { error, details } = await signUp(world, { [name]: value })
      const places = details?.errors?.map(({ path }) => path) ?? []
      tried += 1
      if (error !== 'FORM_INVALID' || places.length === 0 || places.some((path) => !`${path}/`.startsWith(`/${name}/`)))
        wrong.push(`${kind} ${JSON.stringify(value).slice(0, 60)}: ${error} at ${places.join(', ')}`)
    }
  return reportOf(wrong, `${tried} answers to ${world.asked.length} kinds of field`)
}

async function takeInside(world: World): Promise<string> {
  const wrong: string[] = []
  for (const of of world.asked)
    for (const value of of.inside) {
      const { error, data, details } = await signUp(world, { [of.name]: value })
      if (error) wrong.push(`${of.kind} ${JSON.stringify(value).slice(0, 60)}: ${error} ${JSON.stringify(details?.errors)?.slice(0, 200)}`)
      else world.given.push({ of, value, stored: (await answersOf(world, data.id as string))[of.name] })
    }
  const changed = world.given.filter(({ value, stored }) => !isDeepStrictEqual(value, stored))
  return reportOf(
    [...wrong, ...changed.map(({ of, value, stored }) => `${of.kind}: ${JSON.stringify(value)} became ${JSON.stringify(stored)}`)],
    `${world.given.length} answers`,
  )
}

async function answersOf({ attacked: { server } }: World, id: string): Promise<Input> {
  const rows = await (server.deps.db as never as Rows).selectFrom('signup_registration').selectAll().execute()
  return rows.find((row) => String(row.id) === id)!.answers as Input
}

async function countAll(world: World): Promise<string> {
  const { data, error } = await call(world, 'report/signUpStatistics', { competitionId: world.place.competitionId })
  if (error) throw new Error(error)
  const questions = data.questions as { path: string; unreadable: number; answered?: number }[]
  const missing = world.asked.filter(({ name }) => !questions.some(({ path }) => path === name || path.startsWith(`${name}.`)))
  const unread = questions.filter(({ unreadable }) => unreadable > 0)
  return reportOf(
    [...missing.map(({ kind }) => `${kind} is not counted`), ...unread.map(({ path, unreadable }) => `${path}: ${unreadable} unreadable`)],
    `${questions.length} questions`,
  )
}

async function listAll(world: World): Promise<string> {
  const wrong: string[] = []
  let rows = 0
  for (const sort of SORTED.flatMap((name) => [name, `-${name}`])) {
    const seen: Input[] = []
    for (let pageNum = 1; ; pageNum++) {
      const { data, error } = await call(world, 'report/signUpMember', {
        competitionId: world.place.competitionId,
        sort,
        pageNum,
        pageSize: PAGE,
      })
      if (error) throw new Error(`${sort}: ${error}`)
      seen.push(...(data.list as { answers: Input }[]).map(({ answers }) => answers))
      if (data.list.length < PAGE) break
    }
    rows += seen.length
    for (const { of, stored } of world.given)
      if (!seen.some((answers) => isDeepStrictEqual(answers[of.name], stored)) && !isMasked(of))
        wrong.push(`${sort}: ${of.kind} ${JSON.stringify(stored).slice(0, 60)}`)
  }
  return reportOf(wrong, `${rows} rows in ${SORTED.length * 2} orders`)
}

/** Shown in part alone. */
function isMasked({ kind }: Asked): boolean {
  return ['phone', 'email', 'idNumber', 'bankAccount'].includes(kind)
}

async function filterEach(world: World): Promise<string> {
  const wrong: string[] = []
  let asked = 0
  for (const { of, stored } of world.given) {
    const isOrdered = typeof stored === 'number' || /^\d{4}-\d\d-\d\d/.test(String(stored))
    const conditions: unknown[] = [
      ...(Array.isArray(stored)
        ? []
        : [
            { op: 'eq', value: stored },
            { op: 'in', value: [stored] },
          ]),
      ...(isOrdered && !Array.isArray(stored)
        ? [
            { op: 'gte', value: stored },
            { op: 'lte', value: stored },
          ]
        : []),
      ...(typeof stored === 'string' ? [{ op: 'contains', value: stored.slice(0, NAME_LENGTH) }] : []),
    ]
    for (const condition of conditions) {
      asked += 1
      const { error, data } = await call(world, 'report/signUpMember', {
        competitionId: world.place.competitionId,
        pageSize: PAGE,
        answers: { [of.name]: condition },
      })
      const isFound = (data?.list as { answers: Input }[] | undefined)?.some(({ answers }) => isDeepStrictEqual(answers[of.name], stored))
      if (error || !isFound) wrong.push(`${of.kind} ${JSON.stringify(condition).slice(0, 80)}: ${error ?? 'not found'}`)
    }
  }
  return reportOf(wrong, `${asked} filters`)
}

async function exportAll(world: World, format: 'xlsx' | 'csv'): Promise<string> {
  const { data, error } = await call(world, 'report/exportCompetitionSignUp', { competitionId: world.place.competitionId, format })
  if (error) throw new Error(error)
  const bytes = await fileOf(world, data.jobId as string)
  const cells = format === 'csv' ? parseCsv(bytes.toString('utf8').replace(/^\ufeff/, '')).rows.flat() : await cellsOf(bytes)
  const wrong = world.given
    .filter(
      ({ of, stored }) =>
        !isMasked(of) && (typeof stored === 'string' || typeof stored === 'number') && of.kind !== 'datetime' && of.kind !== 'money',
    )
    .filter(
      ({ stored }) => !cells.some((cell) => cell === String(stored) || Number(cell) === stored || unescaped(cell) === read(String(stored))),
    )
  return reportOf(
    wrong.map(({ of, stored }) => `${of.kind}: no cell for ${JSON.stringify(stored).slice(0, 60)}`),
    `${cells.length} cells`,
  )
}

/** The reader of workbooks decodes entities twice in texts of cells. */
const read = (text: string) => text.replaceAll('&amp;', '&')

/** Workbooks write codes of characters as `_x005F_x0041_`. */
function unescaped(cell: string): string {
  return read(cell.replace(/^'(?==)/, '').replaceAll('_x005F_', '_'))
}

async function cellsOf(bytes: Buffer): Promise<string[]> {
  return (await readWorkbook(bytes)).flatMap((sheet) =>
    sheet.getSheetValues().flatMap((row) => (Array.isArray(row) ? row.map(textOf) : [])),
  )
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'object' && cell !== null && 'text' in cell ? String(cell.text) : String(cell ?? '')
}

async function fileOf(world: World, jobId: string): Promise<Buffer> {
  const get = (path: string) => fetch(`${world.attacked.address}/${path}`, { headers: { authorization: `Bearer ${world.admin}` } })
  for (;;) {
    const { data } = (await (await get(`api/platform/job/${jobId}`)).json()) as Reply
    if (data.state === 'failed') throw new Error(`the job failed: ${data.error}`)
    if (data.state === 'done') return Buffer.from(await (await get(`api/platform/file/${data.result.id}`)).arrayBuffer())
    await wait(POLL_MS)
  }
}

async function copyForm(world: World): Promise<string> {
  const { data, error } = await call(world, 'competition/copyCompetition', { competitionId: world.place.competitionId })
  if (error) throw new Error(error)
  const fieldsOf = async (competitionId: string) =>
    (await call(world, 'competition/form', { competitionId, purpose: 'signup' })).data.content.schema.properties
  const [own, copied] = [await fieldsOf(world.place.competitionId), await fieldsOf(data.id as string)]
  return reportOf(isDeepStrictEqual(own, copied) ? [] : ['the copied form differs'], `${Object.keys(copied).length} fields`)
}

async function drawCertificates(world: World): Promise<string> {
  const { competitionId } = world.place
  const answers = {
    title: { zh: '边界', en: 'Border' },
    templateId: 'certificate.classic',
    lang: 'zh',
    prefix: 'BORDER',
    year: 2026,
    digits: 4,
  }
  const series = await call(world, 'competition/certificate/setting', { competitionId, answers })
  const texts = [
    ...new Set(
      world.given.map(({ stored }) =>
        String(stored)
          .replace(/[\t\r\n"]/g, ' ')
          .slice(0, NAME_LENGTH)
          .trim(),
      ),
    ),
  ]
  if (series.error) throw new Error(`${series.error} ${JSON.stringify(series.details)}`)
  const rule = { source: 'names', names: texts.map((text) => `${text}\t${text}`).join('\n') }
  const batch = await call(world, 'certificate/createByCompetitionId', {
    competitionId,
    seriesId: series.data.id,
    rule,
    issuedOn: '2026-11-23',
  })
  if (batch.error) throw new Error(`${batch.error} ${batch.message}`)
  const get = (path: string) => fetch(`${world.attacked.address}/api/web/${path}`, { headers: { authorization: `Bearer ${world.admin}` } })
  const stateOf = async () => ((await (await get(`certificate/batch/${batch.data.id}`)).json()) as Reply).data.state as string
  for (let state = await stateOf(); state !== 'ready'; state = await stateOf()) {
    if (state === 'failed') throw new Error('the batch failed')
    await wait(POLL_MS)
  }
  const { data } = await call(world, 'certificate/list', { competitionId, batchId: batch.data.id, pageSize: PAGE })
  const list = data.list as { id: string }[]
  const wrong = list.length === texts.length ? [] : [`${texts.length} names`]
  for (const { id } of list) {
    const bytes = Buffer.from(await (await get(`getCertificate?id=${id}`)).arrayBuffer())
    if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) wrong.push(`certificate ${id}: ${bytes.toString('utf8').slice(0, 160)}`)
  }
  return reportOf(wrong, `${list.length} certificates`)
}

/** @throws when something is wrong */
function reportOf(wrong: readonly string[], figures: string): string {
  if (wrong.length > 0) throw new Error(`${wrong.length} wrong of ${figures}:\n      ${wrong.join('\n      ')}`)
  return figures
}
