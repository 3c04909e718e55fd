/** What an area says of the rows of an entity holds, whoever writes them. Documents of `tests/fixtures/rules`. */
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld({ overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/rules')] })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.rows('DELETE FROM rule_note')
  await world.rows('DELETE FROM rule_seen')
})

const call = (name: string, input: Record<string, unknown>) => world.call(`api/rule/${name}`, input, world.guest)
const write = (how: string, input: Record<string, unknown> = {}) => call('write', { how, ...input })
const note = async (text: string, state = 'draft'): Promise<string> => {
  const [{ id }] = await world.rows('INSERT INTO rule_note (text, state) VALUES ($1, $2) RETURNING id', [text, state])
  return String(id)
}
const notes = async () => (await world.rows('SELECT text, loud FROM rule_note ORDER BY id')).map(({ text, loud }) => `${text} ${loud}`)
const seen = async () => (await world.rows('SELECT what FROM rule_seen ORDER BY id')).map(({ what }) => what)

describe('the rules of an entity', () => {
  it.each<[string, (text: string) => Promise<{ error?: string }>]>([
    ['a call that creates', (text) => call('add', { text })],
    ['a call that creates or changes', (text) => call('put', { text })],
    ['create of a handler', (text) => write('create', { text })],
    ['createMissing of a handler', (text) => write('createMissing', { text })],
    ['put of a handler', (text) => write('put', { text })],
  ])('[RULES-1] add values to a new row, refuse it and are told of it: %s', async (_by, add) => {
    expect(await add('no')).toMatchObject({ error: 'CONFLICT' })
    expect([await notes(), await seen()]).toEqual([[], []])
    expect(await add('hey!')).toMatchObject({ code: 0 })
    expect([await notes(), await seen()]).toEqual([['hey! true'], ['nothing -> hey!']])
  })

  it('[RULES-2] look at each of several new rows', async () => {
    expect(await write('createAll', { text: 'one!' })).toMatchObject({ code: 0 })
    expect([await notes(), await seen()]).toEqual([
      ['one! true', 'one! too false'],
      ['nothing -> one!', 'nothing -> one! too'],
    ])
  })

  it.each<[string, (id: string, text: string) => Promise<{ error?: string }>]>([
    ['a call that changes', (id, text) => call('edit', { id, text })],
    ['save of a handler', (id, text) => write('save', { id, text })],
    ['saveWhere of a handler', (id, text) => write('saveWhere', { id, text })],
  ])('[RULES-3] see a row before and after its change: %s', async (_by, change) => {
    const id = await note('old')
    expect(await change(id, 'no')).toMatchObject({ error: 'CONFLICT' })
    expect([await notes(), await seen()]).toEqual([['old false'], []])
    expect(await change(id, 'new!')).toMatchObject({ code: 0 })
    expect([await notes(), await seen()]).toEqual([['new! true'], ['old -> new!']])
  })

  it('[RULES-4] see what a call makes of the row that is there, and what it leaves', async () => {
    const id = await note('old')
    expect((await call('louder', { id })).data).toMatchObject({ text: 'old!', loud: true })
    expect((await call('put', { text: 'old!' })).data).toMatchObject({ id, loud: true })
    expect((await call('edit', { id })).data).toMatchObject({ text: 'old!', loud: true })
    expect(await seen()).toEqual(['old -> old!', 'old! -> old!', 'old! -> old!'])
    expect(await call('edit', { id: '999', text: 'x' })).toMatchObject({ error: 'NOT_FOUND' })
  })

  it.each<[string, (id: string) => Promise<{ error?: string }>]>([
    ['a call that removes', (id) => call('drop', { id })],
    ['remove of a handler', (id) => write('remove', { id })],
    ['removeWhere of a handler', (id) => write('removeWhere', { id })],
  ])('[RULES-5] keep a row that must stay: %s', async (_by, remove) => {
    const [kept, gone] = [await note('keep'), await note('gone')]
    expect(await remove(kept)).toMatchObject({ error: 'IN_USE' })
    expect(await remove(gone)).toMatchObject({ code: 0 })
    expect(await notes()).toEqual(['keep false'])
  })

  it.each<[string, (id: string) => Promise<{ error?: string }>]>([
    ['a call', (id) => call('send', { id })],
    ['a handler', (id) => write('transition', { id })],
  ])('[RULES-6] follow a transition, before the effects of its flow: %s', async (_by, send) => {
    expect(await send(await note('news'))).toMatchObject({ code: 0 })
    expect(await seen()).toEqual(['sent news', 'effect news'])
  })

  it('[RULES-7] are not passed by a transition of many rows', async () => {
    const id = await note('news')
    expect(await write('transitionWhere', { id })).toMatchObject({ error: 'SERVER_FAULT' })
    expect(await world.rows('SELECT state FROM rule_note')).toEqual([{ state: 'draft' }])
  })
})
