/** Sheets for tests, and the way of one through an import over HTTP. */
import Excel from 'exceljs'
import { HACKATHON_ANSWERS, type Reply, serverScope, type World } from '../roadWorld.ts'

const BOUNDARY = 'sheet'
/** Headings and cells of a sound row of the hackathon's form. */
export const SOUND: Readonly<Record<string, string>> = {
  姓名: 'Ada Example',
  电子邮箱: 'ada@mail.example',
  手机号: '+86 199 0000 1234',
  出生日期: '2003/5/6',
  国家或地区: 'CN',
  你目前是: 'student',
  学校: 'Chujiang University',
  技能: 'firmware；pitch',
  硬件经验: 'some',
  赛道: 'health',
  参加方式: 'solo',
  到达与离开: '2026-12-17 ~ 2026-12-20',
  'T 恤尺码': 'M',
  紧急联系人: HACKATHON_ANSWERS.emergencyName,
  紧急联系电话: HACKATHON_ANSWERS.emergencyPhone,
  我会遵守行为准则: '是',
}

/** A person's row: by email, which is the account. */
export function person(at: number | string, change: Record<string, string> = {}): Record<string, string> {
  return { 账号: `person${at}@sheet.example`, ...SOUND, 姓名: `Person ${at}`, 电子邮箱: `person${at}@sheet.example`, ...change }
}

export function csv(rows: readonly Record<string, string>[]): Buffer {
  const heads = Object.keys(rows[0]!)
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return Buffer.from(
    [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))].map((cells) => cells.map(cell).join(',')).join('\r\n'),
  )
}

/** @param cells  values in place of those of a row: `{ '0:姓名': { formula: '1+1' } }` */
export async function xlsx(rows: readonly Record<string, string>[], cells: Record<string, Excel.CellValue> = {}): Promise<Buffer> {
  const book = new Excel.Workbook()
  const sheet = book.addWorksheet('Sheet1')
  const heads = Object.keys(rows[0]!)
  sheet.addRow(heads)
  for (const [at, row] of rows.entries()) sheet.addRow(heads.map((head) => cells[`${at}:${head}`] ?? row[head] ?? ''))
  return Buffer.from(await book.xlsx.writeBuffer())
}

export interface Place {
  competitionId: string
  eventId: string
}

export async function upload(
  world: World,
  token: string,
  competitionId: string,
  name: string,
  bytes: Buffer,
): Promise<Reply<{ id: string }>> {
  const part = (head: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  const head = `${part('name="competitionId"')}${competitionId}\r\n${part(`name="file"; filename="${name}"`)}`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return (await world.app.inject({ method: 'POST', url: '/api/web/signup/uploadFile', headers, payload })).json()
}

/** Until a job is over. */
export async function jobOver(world: World, token: string, id: string) {
  for (;;) {
    const { data } = await world.call(`api/platform/job/${id}`, {}, token, 'GET')
    if (['done', 'failed'].includes(data.state)) return data as { state: string; error: string | null }
    await new Promise((done) => setTimeout(done, 50))
  }
}

export interface Opened {
  id: string
  job: { state: string; error: string | null }
}
/** Uploads and reads a sheet. */
export async function open(
  world: World,
  token: string,
  place: { competitionId: string; [more: string]: unknown },
  file: { name: string; bytes: Buffer },
): Promise<Opened> {
  const uploaded = await upload(world, token, place.competitionId, file.name, file.bytes)
  const { data, error } = await world.call('api/web/signup/import', { type: 1, ...place, file: uploaded.data?.id ?? '0'.repeat(22) }, token)
  if (!data) throw new Error(`${uploaded.error ?? ''} ${error}`)
  return { id: data.id, job: await jobOver(world, token, data.jobId) }
}

/** One step of an import: `check`, `start`, `undo`. Answers the import after it. */
export async function step(world: World, token: string, id: string, name: 'check' | 'start' | 'undo', more: object = {}) {
  const path = name === 'check' ? 'api/web/signup/check' : `api/web/signup/import/${name}`
  const reply = await world.call(path, { id, ...more }, token)
  if (reply.code !== 0) return reply
  const job = await jobOver(world, token, reply.data.jobId)
  if (job.state === 'failed') throw new Error(`${name}: ${job.error}`)
  return (await world.call(`api/web/signup/import/${id}`, {}, token)).data
}

export async function problems(world: World, token: string, batchId: string) {
  const { data } = await world.call('api/web/signup/import/problems', { batchId, pageSize: 100 }, token)
  return (data.list as { number: number; column: string | null; severity: string; message: string }[]).map(
    ({ number, column, severity, message }) => ({
      ...{ number, column, severity },
      message: typeof message === 'string' ? message : (message as { zh: string }).zh,
    }),
  )
}

/** A session of a person. */
export async function tokenOf(world: World, userId: string): Promise<string> {
  const { deps } = world.server
  return ((await deps.services.sessions.bind(serverScope(world, deps.db)).open(userId)) as { access_token: string }).access_token
}

/** Runs the handler of a job here and now, as a person. */
export async function runJob(world: World, handler: string, input: Record<string, unknown>, userName: string): Promise<unknown> {
  const { deps } = world.server
  const [{ id }] = await world.rows('SELECT id FROM account_user WHERE "userName" = $1', [userName])
  const session = await deps.services.sessions.person(id, null)
  const caller = { session, lang: 'zh', request: { id: 'test', ip: 'job', headers: {} }, background: true }
  return deps.calls.runHandler(handler, input, caller as never)
}
