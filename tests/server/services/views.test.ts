/** Saved views of tables: kept per person on the server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type RunningServices, startServices } from './startServices.ts'

let run: RunningServices
let person: Person
let other: Person
beforeAll(async () => {
  run = await startServices()
  person = await run.person()
  other = await run.person()
})
afterAll(() => run?.close())

const settings = { filters: { status: ['2'] }, sort: '-submittedAt', order: ['status', 'school'], density: 'compact' }
const save = (body: Record<string, unknown>, token = person.access_token) =>
  run.send('POST', '/api/platform/view', { token, body: { table: 'notes.list', settings, ...body } })
const change = (id: string, body: Record<string, unknown>, token = person.access_token) =>
  run.send('PUT', `/api/platform/view/${id}`, { token, body })
const list = async (table = 'notes.list', token = person.access_token) =>
  (await run.send('GET', `/api/platform/view?table=${table}`, { token })).body.data.list as {
    id: string
    name: string
    isDefault: boolean
  }[]

it('keeps a view under a name and answers it by table, to its owner alone', async () => {
  const saved = await save({ name: ' To review ' })
  expect(saved.body.data).toMatchObject({ name: 'To review', settings, isDefault: false })
  expect(await list()).toEqual([{ id: saved.body.data.id, name: 'To review', settings, isDefault: false }])
  expect(await list('notes.others')).toEqual([])
  expect(await list('notes.list', other.access_token)).toEqual([])
})

it('renames, replaces the settings and removes; a foreign view answers as one that does not exist', async () => {
  const { id } = (await save({ name: 'Mine' })).body.data
  expect((await change(id, { name: 'Stolen' }, other.access_token)).body).toMatchObject({ code: 404, error: 'NOT_FOUND' })
  expect((await run.send('DELETE', `/api/platform/view/${id}`, { token: other.access_token })).body.error).toBe('NOT_FOUND')
  const changed = await change(id, { name: 'Ours', settings: { search: 'harbour' } })
  expect(changed.body.data).toEqual({ id, name: 'Ours', settings: { search: 'harbour' }, isDefault: false })
  expect((await run.send('DELETE', `/api/platform/view/${id}`, { token: person.access_token })).body.code).toBe(0)
  expect((await list()).map(({ name }) => name)).not.toContain('Ours')
})

it('refuses a name that the person has given to another view of the table, and changes nothing', async () => {
  await save({ name: 'First', isDefault: true })
  const second = (await save({ name: 'Second' })).body.data
  expect((await save({ name: 'First' })).body).toMatchObject({ code: 409, error: 'VIEW_NAME_TAKEN' })
  expect((await change(second.id, { name: 'First', isDefault: true })).body.error).toBe('VIEW_NAME_TAKEN')
  expect((await list()).find(({ isDefault }) => isDefault)?.name).toBe('First')
  expect((await save({ name: 'First' }, other.access_token)).body.code).toBe(0)
})

it('has one default of a table, however many are made the default at once', async () => {
  const views = await Promise.all(['a', 'b', 'c'].map(async (name) => (await save({ name, table: 'notes.race' })).body.data.id as string))
  await Promise.all(views.map((id) => change(id, { isDefault: true })))
  expect((await list('notes.race')).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

it('refuses settings it does not know, names without a letter, and more views than a person needs', async () => {
  expect((await save({ name: 'x', settings: { colour: 'red' } })).body.error).toBe('CALL_INPUT')
  expect((await save({ name: '   ' })).body.error).toBe('CALL_INPUT')
  for (let index = 0; index < 50; index += 1) await save({ name: `view ${index}`, table: 'notes.many' })
  expect((await save({ name: 'one more', table: 'notes.many' })).body).toMatchObject({ error: 'VIEW_LIMIT', details: { max: 50 } })
})

it('is for people who are signed in', async () => {
  expect((await run.send('GET', '/api/platform/view?table=notes.list')).body.error).toBe('SESSION_REQUIRED')
})
