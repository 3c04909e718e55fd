/** The operation `options`: choices from enums and from rows, narrowed by words and by codes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
  const [, south] = world.houses
  await world.room({ name: 'A', label: { zh: '甲 100%', en: 'First' }, kind: 'lab' })
  await world.room({ name: 'B', label: { zh: '乙_室', en: 'Second' }, kind: 'hall' })
  await world.room({ name: 'C', label: { zh: '丙', en: 'Third' }, kind: 'lab', houseId: south })
  await world.room({ name: 'D', kind: 'hall' })
  for (const name of ['E', 'F']) await world.room({ name, label: { zh: name, en: name }, kind: 'hall' })
})
afterAll(() => world.close())

const ask = async (path: string, input: object = {}, person = world.admin, lang = 'zh') =>
  (await world.call(`api/room/${path}`, { ...input }, person, { headers: { 'accept-language': lang } })).data
const labels = (list: { label: string }[]) => list.map(({ label }) => label)

it('[OPTIONS-1] offers the codes of an enum in the language of the reader, without those that only group others', async () => {
  expect(await ask('wings')).toEqual([
    { value: 'w1', label: '一层' },
    { value: 'w2', label: '二层' },
    { value: 'east', label: '东翼' },
  ])
  expect(labels(await ask('wings', {}, world.admin, 'en'))).toEqual(['Ground floor', 'First floor', 'East wing'])
})

it('[OPTIONS-2] finds codes by words in either language, by the words of their group, and by themselves', async () => {
  expect(labels(await ask('wings', { search: ' GROUND ' }))).toEqual(['一层'])
  expect(labels(await ask('wings', { search: 'west' }))).toEqual(['一层', '二层'])
  expect(labels(await ask('wings', { codes: ['east', 'w2', 'west'] }))).toEqual(['二层', '东翼'])
  expect(await ask('wings', { codes: [] })).toEqual([])
})

it('[OPTIONS-3] offers groups with their members as a tree, under the keys and in the languages that the call says', async () => {
  expect(await ask('wingTree')).toEqual([
    {
      code: 'west',
      label: { zh: '西翼', en: 'West wing' },
      children: [
        { code: 'w1', label: { zh: '一层', en: 'Ground floor' } },
        { code: 'w2', label: { zh: '二层', en: 'First floor' } },
      ],
    },
    { code: 'east', label: { zh: '东翼', en: 'East wing' }, children: [] },
  ])
})

it('[OPTIONS-4] offers rows within reach, as many as it says, in its order', async () => {
  expect(labels(await ask('choices'))).toEqual(['F', 'E', '丙'])
  expect(labels(await ask('choices', {}, world.keeper))).toEqual(['F', 'E', '乙_室'])
  expect(await world.call('api/room/choices', {}, world.guest)).toMatchObject({ error: 'PERMISSION_DENIED' })
})

it('[OPTIONS-5] searches rows for the letters themselves, where LIKE would take them for a pattern', async () => {
  expect(labels(await ask('choices', { search: '100%' }))).toEqual(['甲 100%'])
  expect(labels(await ask('choices', { search: '_' }))).toEqual(['乙_室'])
  expect(labels(await ask('choices', { search: 'sec' }))).toEqual(['乙_室'])
})

it('[OPTIONS-6] puts rows below the values of an enum, and finds all of a group by its code', async () => {
  const tree = await ask('choicesByKind')
  expect(
    tree.map(({ value, children }: { value: string; children: { value: string }[] }) => [value, children.map((each) => each.value)]),
  ).toEqual([
    ['lab', ['A', 'C']],
    ['hall', ['B', 'D', 'E', 'F']],
  ])
  expect(await ask('choicesByKind', { codes: ['lab'] })).toMatchObject([{ value: 'lab', children: [{ value: 'A' }, { value: 'C' }] }])
  expect(await ask('choicesByKind', { codes: ['D'] })).toMatchObject([{ value: 'hall', children: [{ value: 'D', label: 'D' }] }])
})
