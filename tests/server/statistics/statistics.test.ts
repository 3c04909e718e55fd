/** Statistics of stored answers against a plain computation over the same answers: versions merged, kinds of question, cross tables, filters, access. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerStatistics, AnswerTexts, CrossTable, QuestionStatistics } from '../../../runtime/core/statistics/AnswerStatistics.ts'
import fc from '../../harness/fastCheck.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'
import { FORMS, type Opinion, opinion, publishForms, START, store } from './opinions.ts'

let world: RoomsWorld
let house: string
let hashes: string[]
beforeAll(async () => {
  world = await createRoomsWorld()
  house = world.houses[0]
  hashes = await publishForms(world)
})
afterAll(() => world?.close())

const PATH = 'api/room/opinions'
async function ask<T = AnswerStatistics>(input: Record<string, unknown> = {}, person = world.admin): Promise<T> {
  const reply = await world.call(PATH, { houseId: house, ...input }, person)
  expect(reply, JSON.stringify(reply)).toMatchObject({ code: 0 })
  return reply.data
}
const question = ({ questions }: AnswerStatistics, key: string): QuestionStatistics => questions.find((each) => each.key === key)!
const isAnswered = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
const mean = (numbers: readonly number[]) => (numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length)
function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)]!
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place))
}
const several = (max: number) => fc.array(opinion, { maxLength: max })
const runs = { numRuns: 8 }
type Of<T> = (opinions: readonly Opinion[]) => T
const sent: Of<Opinion[]> = (opinions) => opinions.filter(({ submitted }) => submitted !== null)
const shown = (count: { value: string; count: number | null }[] | null) =>
  Object.fromEntries((count ?? []).map((each) => [each.value, each.count]))
const tally = (values: readonly unknown[]) => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}
const without0 = (counts: Record<string, number | null>) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))

describe('statistics of answers', () => {
  it('count choices, several choices, numbers, days and rows as a plain computation does, over both versions', async () => {
    await fc.assert(
      fc.asyncProperty(several(60), async (opinions) => {
        await store(world, { house, hashes }, opinions)
        const found = await ask()
        const counted = sent(opinions)
        const values = (name: string, of = counted) => of.map((each) => each.values[name]).filter(isAnswered)
        expect(found.counted).toBe(counted.length)
        expect(found.head).toMatchObject({ started: opinions.length, submitted: counted.length })
        expect(found.head.medianSeconds).toBe(counted.length > 0 ? 600 : null)
        if (opinions.length === 0) return
        const colours = question(found, 'colour')
        expect(without0(shown(colours.values))).toEqual(tally(values('colour')))
        expect(colours).toMatchObject({ asked: counted.length, answered: values('colour').length, hidden: 0, changed: false })
        expect(without0(shown(question(found, 'tastes').values))).toEqual(tally(values('tastes').flat()))
        expect(without0(shown(question(found, 'happy').values))).toEqual(tally(values('happy')))
        const ages = values('age') as number[]
        const { numbers } = question(found, 'age')
        if (ages.length === 0) expect(numbers).toBeNull()
        else {
          expect(numbers!.mean).toBeCloseTo(mean(ages)!, 8)
          expect(numbers!.median).toBeCloseTo(quantile(ages, 0.5), 8)
          expect(numbers!.lower).toBeCloseTo(quantile(ages, 0.25), 8)
          expect(numbers!.upper).toBeCloseTo(quantile(ages, 0.75), 8)
          expect(numbers).toMatchObject({ minimum: Math.min(...ages), maximum: Math.max(...ages) })
          for (const [at, bin] of numbers!.bins.entries()) {
            const isLast = at === numbers!.bins.length - 1
            const inside = ages.filter((age) => (bin.from === bin.to ? age === bin.from : age >= bin.from && (isLast || age < bin.to)))
            expect(bin.count, JSON.stringify(bin)).toBe(inside.length)
          }
        }
        const paid = values('paid') as number[]
        if (paid.length > 0) expect(question(found, 'paid').numbers!.mean).toBeCloseTo(mean(paid)! / 100, 8)
        const days = values('day')
        const { dates } = question(found, 'day')
        expect(without0(Object.fromEntries((dates?.points ?? []).map(({ from, count }) => [from, count])))).toEqual(tally(days))
        const rows = counted.flatMap((each) => (each.values.members ?? []) as Record<string, unknown>[])
        expect(question(found, 'members').answered).toBe(values('members').length)
        if (counted.length > 0) expect(question(found, 'members').numbers!.mean).toBeCloseTo(rows.length / counted.length, 8)
        expect(question(found, 'members.role')).toMatchObject({ ofRows: true, asked: rows.length })
        expect(without0(shown(question(found, 'members.role').values))).toEqual(tally(rows.map(({ role }) => role).filter(isAnswered)))
        expect(question(found, 'home.street').answered).toBe(
          counted.filter(({ values: { home } }) => isAnswered((home as { street?: string })?.street)).length,
        )
      }),
      runs,
    )
  })

  it('make figures and bins of numbers that are nearly all different, as of few', async () => {
    const prices = Array.from({ length: 2_300 }, (_, at) => ((at * 7919) % 10_007) + 1)
    const answers = prices.map((paid, at): Opinion => ({ version: at % 2 ? 1 : 0, submitted: 5, last: null, values: { paid } }))
    await store(world, { house, hashes }, answers)
    const numbers = question(await ask(), 'paid').numbers!
    const units = prices.map((paid) => paid / 100)
    expect(numbers.mean).toBeCloseTo(mean(units)!, 8)
    expect(numbers.median).toBeCloseTo(quantile(units, 0.5), 8)
    expect([numbers.minimum, numbers.maximum]).toEqual([Math.min(...units), Math.max(...units)])
    for (const { from, to, count } of numbers.bins.slice(0, -1))
      expect(count).toBe(units.filter((each) => each >= from && each < to).length)
    expect(numbers.bins.reduce((sum, { count }) => sum + count, 0)).toBe(prices.length)
  })

  it('keep the words of an option that a later version dropped, and show a field whose type changed as two questions', async () => {
    const answers = (version: 0 | 1, values: Record<string, unknown>): Opinion => ({ version, submitted: 5, last: null, values })
    await store(world, { house, hashes }, [
      answers(0, { colour: 'red', visits: 'often' }),
      answers(1, { colour: 'black', visits: 2 }),
      answers(1, { colour: 'green' }),
    ])
    const found = await ask()
    expect(question(found, 'colour').values).toEqual([
      { value: 'green', label: { zh: 'GREEN', en: 'GREEN' }, count: 1, removed: false },
      { value: 'blue', label: { zh: 'BLUE', en: 'BLUE' }, count: 0, removed: false },
      { value: 'black', label: { zh: 'BLACK', en: 'BLACK' }, count: 1, removed: false },
      { value: 'red', label: { zh: 'RED', en: 'RED' }, count: 1, removed: true },
    ])
    expect(question(found, 'visits')).toMatchObject({ kind: 'number', changed: true, current: true, asked: 2, answered: 1 })
    expect(question(found, 'visits~text')).toMatchObject({ kind: 'text', changed: true, current: false, asked: 1, answered: 1 })
  })

  it('tell who was not asked, because a rule hid the question, from who did not answer', async () => {
    await fc.assert(
      fc.asyncProperty(several(30), async (opinions) => {
        await store(world, { house, hashes }, opinions)
        const counted = sent(opinions)
        if (opinions.length === 0) return
        expect(question(await ask(), 'why')).toMatchObject({
          asked: counted.length,
          hidden: counted.filter(({ values }) => values.colour !== 'green').length,
          answered: counted.filter(({ values }) => isAnswered(values.why)).length,
        })
      }),
      runs,
    )
  })

  it('cross two questions, choices by choices and the mean of a number, as a plain computation does', async () => {
    await fc.assert(
      fc.asyncProperty(several(60), async (opinions) => {
        await store(world, { house, hashes }, opinions)
        if (opinions.length === 0) return
        const counted = sent(opinions)
        const both = counted.filter(({ values }) => isAnswered(values.colour) && isAnswered(values.tastes))
        const table = await ask<CrossTable>({ rows: 'colour', columns: 'tastes' })
        expect(table).toMatchObject({ both: both.length, without: counted.length - both.length })
        for (const { value, cells, count } of table.lines) {
          const group = both.filter(({ values }) => values.colour === value)
          expect(count).toBe(group.length)
          expect(cells).toEqual(
            table.columnLabels.map((column) => group.filter(({ values }) => (values.tastes as string[]).includes(column.value)).length),
          )
        }
        const ages = await ask<CrossTable>({ rows: 'tastes', columns: 'age' })
        for (const { value, count, mean: found, median } of ages.lines) {
          const group = counted
            .filter(({ values }) => (values.tastes as string[] | undefined)?.includes(value) && isAnswered(values.age))
            .map(({ values }) => values.age as number)
          expect(count).toBe(group.length)
          if (group.length === 0) expect([found, median]).toEqual([null, null])
          else {
            expect(found).toBeCloseTo(mean(group)!, 8)
            expect(median).toBeCloseTo(quantile(group, 0.5), 8)
          }
        }
      }),
      runs,
    )
  })

  it('narrow by answers and by days of the time zone, and leave the head as it is', async () => {
    await fc.assert(
      fc.asyncProperty(several(60), async (opinions) => {
        await store(world, { house, hashes }, opinions)
        const counted = sent(opinions)
        if (opinions.length === 0) return
        const dayOf = ({ submitted }: Opinion) => new Date(START + submitted! * 60_000 + 8 * 3_600_000).toISOString().slice(0, 10)
        const narrowed = counted.filter(
          (each) => ['green', 'red'].includes(String(each.values.colour)) && dayOf(each) >= '2026-11-05' && dayOf(each) <= '2026-11-20',
        )
        const found = await ask({ only: { colour: ['green', 'red'] }, from: '2026-11-05', to: '2026-11-20' })
        expect(found.counted).toBe(narrowed.length)
        expect(found.head.submitted).toBe(counted.length)
        expect(without0(shown(question(found, 'tastes').values))).toEqual(
          tally(narrowed.flatMap(({ values }) => (values.tastes as string[]) ?? [])),
        )
        expect(tally(counted.map(dayOf))).toEqual(without0(Object.fromEntries(found.head.days.map(({ day, count }) => [day, count]))))
        const sour = await ask({ only: { tastes: 'sour' } })
        expect(sour.counted).toBe(counted.filter(({ values }) => (values.tastes as string[] | undefined)?.includes('sour')).length)
      }),
      runs,
    )
  })

  it('tell at which field people stopped, in the order of the form', async () => {
    const begun = (last: string | null): Opinion => ({ version: 1, submitted: null, last, values: {} })
    await store(world, { house, hashes }, [
      begun(null),
      begun('colour'),
      begun('age'),
      begun('age'),
      { ...begun('members'), submitted: 20 },
    ])
    const { dropOff } = (await ask()).head
    expect(dropOff!.map(({ title }) => title.en)).toEqual(Object.keys(FORMS[1]!.schema.properties))
    expect(dropOff!.filter(({ left }) => left > 0)).toEqual([
      { title: { zh: 'colour', en: 'colour' }, reached: 5, left: 2 },
      { title: { zh: 'age', en: 'age' }, reached: 3, left: 2 },
    ])
    expect(dropOff!.at(-1)).toMatchObject({ reached: 1, left: 0 })
  })

  it('page what people wrote, newest first, and find words literally', async () => {
    const wrote = (minute: number, why: string): Opinion => ({ version: 1, submitted: minute, last: null, values: { why } })
    await store(world, { house, hashes }, [wrote(1, 'first'), wrote(3, '100% third'), wrote(2, '1000 second'), wrote(4, '')])
    const all = await ask<AnswerTexts>({ texts: 'why', pageSize: 2 })
    expect(all).toMatchObject({ total: 3, list: [{ text: '100% third', at: '2026-11-01T00:03:00.000Z' }, { text: '1000 second' }] })
    expect(await ask<AnswerTexts>({ texts: 'why', search: '100%' })).toMatchObject({ total: 1, list: [{ text: '100% third' }] })
  })

  it('show nobody a question that they may not read, nor let them filter or cross by it', async () => {
    await store(world, { house, hashes }, [{ version: 1, submitted: 1, last: null, values: { wage: 5, colour: 'blue' } }])
    expect(question(await ask(), 'wage')).toMatchObject({ answered: 1 })
    expect(question(await ask({}, world.keeper), 'wage')).toBeUndefined()
    for (const input of [
      { only: { wage: '5' } },
      { rows: 'colour', columns: 'wage' },
      { texts: 'wage' },
      { only: { 'members.role': 'lead' } },
    ])
      expect(await world.call(PATH, { houseId: house, ...input }, world.keeper)).toMatchObject({ error: 'CALL_INPUT' })
  })

  it('reach only the objects that the permission is held on, and nobody without it', async () => {
    await store(world, { house, hashes }, [{ version: 1, submitted: 1, last: null, values: {} }])
    await store(world, { house: world.houses[1], hashes }, [{ version: 1, submitted: 1, last: null, values: {} }])
    expect((await ask({ houseId: world.houses[1] }, world.keeper)).counted).toBe(0)
    expect((await ask({ houseId: undefined }, world.keeper)).counted).toBe(1)
    expect((await ask({ houseId: undefined })).counted).toBe(2)
    expect(await world.call(PATH, {}, world.guest)).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect(await world.call(PATH, {})).toMatchObject({ error: 'SESSION_REQUIRED' })
  })
})
