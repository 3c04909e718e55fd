import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type RunningServices, startServices } from './startServices.ts'

let run: RunningServices
let person: Person
beforeAll(async () => {
  run = await startServices()
  person = await run.person()
})
afterAll(() => run?.close())

const save = (body: Record<string, unknown>, token = person.access_token) => run.send('POST', '/api/platform/draft', { token, body })
const read = (key: string, token = person.access_token) => run.send('GET', `/api/platform/draft?key=${encodeURIComponent(key)}`, { token })
const draft = (key: string, name: string, revision?: number) => ({
  key,
  hash: 'h1',
  answers: { name },
  ...(revision === undefined ? {} : { revision }),
})

it('answers null before the first save, and the draft with its revision after it', async () => {
  expect((await read('a')).body).toMatchObject({ code: 0, data: null })
  expect((await save(draft('a', 'Ann'))).body.data).toMatchObject({ key: 'a', hash: 'h1', answers: { name: 'Ann' }, revision: 1 })
  expect((await save(draft('a', 'Anna', 1))).body.data.revision).toBe(2)
  expect((await read('a')).body.data).toMatchObject({ answers: { name: 'Anna' }, revision: 2 })
})

it('tells a device with an older draft of both versions and overwrites nothing', async () => {
  await save(draft('b', 'First'))
  await save(draft('b', 'Second', 1))
  const refused = await save(draft('b', 'Old device', 1))
  expect(refused.body).toMatchObject({
    error: 'DRAFT_CONFLICT',
    details: { stored: { answers: { name: 'Second' }, revision: 2 }, own: { answers: { name: 'Old device' } } },
  })
  expect((await read('b')).body.data.answers).toEqual({ name: 'Second' })
})

it('keeps one row when devices save for the first time at once', async () => {
  const replies = await Promise.all(['x', 'y', 'z'].map((name) => save(draft('c', name))))
  expect(replies.filter(({ body }) => body.code === 0)).toHaveLength(1)
  expect(replies.filter(({ body }) => body.error === 'DRAFT_CONFLICT')).toHaveLength(2)
  expect((await run.db.query(`select count(*)::int as n from platform_draft where key = 'c'`)).rows[0].n).toBe(1)
})

it('belongs to one person', async () => {
  await save(draft('d', 'Mine'))
  const other = await run.person()
  expect((await read('d', other.access_token)).body.data).toBeNull()
  await run.send('DELETE', '/api/platform/draft?key=d', { token: other.access_token })
  expect((await read('d')).body.data.answers).toEqual({ name: 'Mine' })
  await run.send('DELETE', '/api/platform/draft?key=d', { token: person.access_token })
  expect((await read('d')).body.data).toBeNull()
})

it('is for people who are signed in', async () => {
  expect((await run.send('GET', '/api/platform/draft?key=a')).body.error).toBe('SESSION_REQUIRED')
})
