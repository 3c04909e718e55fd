/** `form` and `orChange` of writes: what the form accepts becomes the row. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

const fill = (answers: Record<string, unknown>, person = world.admin, houseId = world.houses[0]) =>
  world.call('api/room/fit', { houseId, name: answers.name, answers }, person)
const refit = (id: string, answers: object) => world.call('api/room/refit', { id, answers }, world.admin)
const stored = async (id: string) => (await world.rows('SELECT * FROM room_room WHERE id = $1', [id]))[0]
const entries = (id: string) => world.rows(`SELECT before, after FROM platform_log WHERE "rowId" = $1 ORDER BY id`, [id])

it('[FORM-ROW-1] stores what the form accepts, where one language stands in for the other, and logs the row', async () => {
  const { data } = await fill({ name: 'Attic', labelEn: 'Under the roof', seats: 4, openedOn: '2026-01-02' })
  expect(data).toMatchObject({ name: 'Attic', label: { zh: 'Under the roof', en: 'Under the roof' }, seats: 4, openedOn: '2026-01-02' })
  expect(await entries(data.id)).toEqual([{ before: null, after: expect.objectContaining({ name: 'Attic', seats: 4 }) }])
})

it('[FORM-ROW-2] refuses answers that the form refuses, and writes nothing', async () => {
  expect(await fill({ name: 'Cellar', seats: -1 })).toMatchObject({ error: 'FORM_INVALID' })
  expect(await fill({ name: '' })).toMatchObject({ error: 'FORM_INVALID' })
  expect(await world.rows(`SELECT 1 FROM room_room WHERE name = 'Cellar'`)).toEqual([])
})

it('[FORM-ROW-3] changes the row that has the unique values already: defaults come back, the entry tells both, and what may not be written stays', async () => {
  const first = await fill({ name: 'Gallery', labelZh: '画廊', seats: 9, openedOn: '2026-03-04' })
  const again = await fill({ name: 'Gallery' }, world.keeper)
  expect(again.data).toMatchObject({ id: first.data.id, seats: 0, label: null, openedOn: '2026-03-04' })
  const [, entry] = await entries(first.data.id)
  expect(entry).toMatchObject({ before: { seats: 9 }, after: { seats: 0 } })
})

it('[FORM-ROW-4] meets no row out of reach', async () => {
  const [, south] = world.houses
  const far = await fill({ name: 'Far', seats: 5 }, world.admin, south)
  expect(await fill({ name: 'Far' }, world.keeper, south)).toMatchObject({ error: 'PERMISSION_DENIED' })
  expect(await stored(far.data.id)).toMatchObject({ seats: 5 })
})

it('[FORM-ROW-5] asks conditions over the row before the form, and those over answers after it; answers nothing where it says so', async () => {
  const hall = await world.room({ name: 'Big hall', seats: 3 })
  await world.rows('UPDATE room_room SET taken = 2 WHERE id = $1', [hall])
  expect(await refit(hall, { name: 'Big hall', seats: 1 })).toMatchObject({ error: 'ROOM_FULL', details: { taken: 2 } })
  expect(await refit(hall, { name: 'Big hall', seats: 'many' })).toMatchObject({ error: 'FORM_INVALID' })
  const lab = await world.room({ name: 'Old lab', kind: 'lab' })
  expect(await refit(lab, {})).toMatchObject({ error: 'ROOM_NAME_TAKEN' })
  expect(await refit(hall, { name: 'Big hall', seats: 2, labelZh: '大厅' })).toMatchObject({ code: 0, data: null })
  expect(await stored(hall)).toMatchObject({ seats: 2, label: { zh: '大厅', en: '大厅' }, openedOn: null })
})
