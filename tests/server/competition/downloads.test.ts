/** Downloads of a competition over HTTP: who offers them, when visitors can open them, and that a copy takes them along. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const AREA = 'api/web/competition/download'
const LATER = '2100-01-01T00:00:00.000Z'
let world: World
let organiser: string
let id: string
let task: { id: string; name: string }
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  id = await world.competition(DESIGN)
  task = await upload('task.pdf')
})
afterAll(() => world?.close())

async function upload(name: string): Promise<{ id: string; name: string }> {
  const form = new FormData()
  form.append('purpose', 'download')
  form.append('file', new Blob([Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`)], { type: 'application/pdf' }), name)
  const body = new Response(form)
  const headers = { authorization: `Bearer ${organiser}`, 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  return (await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload })).json().data
}
const add = (answers: Record<string, unknown>, token = organiser) => world.call(`${AREA}/add`, { competitionId: id, answers }, token)
const shown = async (competitionId = id) => (await world.call('api/web/competition/downloads', { competitionId }, null, 'GET')).data?.list
const opens = async () => (await world.app.inject({ method: 'GET', url: `/api/platform/file/${task.id}` })).body.startsWith('%PDF')

describe('downloads', () => {
  it('[DOWNLOAD-1] are written by those who edit the competition; one that opens later is named, and its file is kept back until then', async () => {
    const other = await world.signIn('organiser 2')
    const answers = { name: { zh: '赛题', en: 'Task' }, file: task, opensAt: LATER, position: 1 }
    expect((await add(answers, other)).code).not.toBe(0)
    const { data } = await add(answers)
    expect(await shown()).toMatchObject([{ name: { zh: '赛题' }, opensAt: LATER, open: false, file: null }])
    expect(await opens()).toBe(false)
    const change = { id: data.id, answers: { ...answers, opensAt: '2020-01-01T00:00:00.000Z' } }
    expect((await world.call(`${AREA}/change`, change, other)).error).toBe('NOT_FOUND')
    expect((await world.call(`${AREA}/change`, change, organiser)).code).toBe(0)
    expect(await shown()).toMatchObject([{ open: true, file: { id: task.id, name: 'task.pdf' } }])
    expect(await opens()).toBe(true)
  })

  it('[DOWNLOAD-2] come along with a copy, as its own files and later by as much as its dates; nobody reads them before it is published', async () => {
    const { data } = await world.call('api/web/competition/copyCompetition', { competitionId: id, years: 1 }, organiser)
    const managed = await world.call(`${AREA}/manage`, { competitionId: data.id }, organiser, 'GET')
    expect(managed.data.list).toMatchObject([{ name: { zh: '赛题' }, file: { name: 'task.pdf' }, opensAt: '2021-01-01T00:00:00.000Z' }])
    expect(managed.data.list[0].file.id).not.toBe(task.id)
    expect(await shown(data.id)).toBeUndefined()
  })

  it('[DOWNLOAD-3] are gone for visitors once they are removed', async () => {
    const [row] = await shown()
    expect((await world.call(`${AREA}/remove`, { id: row.id }, organiser)).code).toBe(0)
    expect(await shown()).toEqual([])
    expect(await opens()).toBe(false)
  })
})
