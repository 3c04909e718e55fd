/** The operation `design`: the form that a row names, from the document that it begins as to its published versions. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

const draft = async (houseId: string) => (await world.call('api/room/designDraft', { houseId }, world.admin)).data
const house = async (id: string) => (await world.rows('SELECT "formId", forms FROM room_house WHERE id = $1', [id]))[0]

it('[DESIGN-1] begins as its starter under its own name, and names it in the row with the first draft, once and in the log', async () => {
  const [houseId] = world.houses
  const begun = await draft(houseId)
  expect(begun).toMatchObject({ formId: null, state: 'none', revision: null, content: { id: `room.h${houseId}` } })
  expect(await house(houseId)).toEqual({ formId: null, forms: 0 })
  const content = { ...begun.content, title: { zh: '一', en: 'One' } }
  const saved = await world.call('api/room/designSave', { houseId, content }, world.keeper)
  expect(saved).toMatchObject({ code: 0, data: { formId: `room.h${houseId}`, failures: [] } })
  expect(await house(houseId)).toEqual({ formId: `room.h${houseId}`, forms: 1 })
  const again = { houseId, content: { ...content, title: { zh: '二', en: 'Two' } } }
  expect(await world.call('api/room/designSave', { ...again, revision: null }, world.keeper)).toMatchObject({ error: 'DOCUMENT_REVISION' })
  expect(await world.call('api/room/designSave', { ...again, revision: saved.data.revision }, world.keeper)).toMatchObject({ code: 0 })
  expect(await house(houseId)).toEqual({ formId: `room.h${houseId}`, forms: 1 })
  const logged = await world.rows(
    `SELECT call, "rowId", before ->> 'formId' AS before, after ->> 'formId' AS after FROM platform_log WHERE entity = 'room.house'`,
  )
  expect(logged).toEqual([{ call: 'room.designSave', rowId: houseId, before: null, after: `room.h${houseId}` }])
  expect(await draft(houseId)).toMatchObject({ state: 'draft', content: { title: { en: 'Two' } } })
})

it('[DESIGN-2] publishes what it begins as when nothing was written, and shows a version by its number', async () => {
  const [, houseId] = world.houses
  expect(await world.call('api/room/designVersion', { houseId, revision: 1 }, world.admin)).toMatchObject({ error: 'NOT_FOUND' })
  const published = await world.call('api/room/designPublish', { houseId, note: 'first' }, world.admin)
  expect(published).toMatchObject({ code: 0, data: { formId: `room.h${houseId}` } })
  expect(await draft(houseId)).toMatchObject({ state: 'published', revision: published.data.hash })
  const version = await world.call('api/room/designVersion', { houseId, revision: 1 }, world.admin)
  expect(version).toMatchObject({ code: 0, data: { revision: 1, content: { id: `room.h${houseId}` } } })
})

it('[DESIGN-3] is for those whom the call in `may` answers: who keeps another house is refused, and nothing is stored', async () => {
  const [, other] = world.houses
  const before = await house(other)
  for (const [path, more] of [
    ['designDraft', {}],
    ['designSave', { content: {} }],
    ['designPublish', {}],
  ] as const) {
    const reply = await world.call(`api/room/${path}`, { houseId: other, ...more }, world.keeper)
    expect(reply, path).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect(await world.call(`api/room/${path}`, { houseId: other, ...more }, world.guest), path).toMatchObject({
      error: 'PERMISSION_DENIED',
    })
  }
  expect(await house(other)).toEqual(before)
})
