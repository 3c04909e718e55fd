/** Where nobody may be found out, no table, no filter and no difference of two of them tells of fewer people than the declared size. */
import Excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerStatistics, AnswerTexts, CrossTable } from '../../../runtime/core/statistics/AnswerStatistics.ts'
import { parseCsv } from '../../../runtime/core/studio/csv.ts'
import fc from '../../harness/fastCheck.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'
import { type Opinion, opinion, publishForms, store } from './opinions.ts'

const SIZE = 5
let world: RoomsWorld
let house: string
let hashes: string[]
beforeAll(async () => {
  world = await createRoomsWorld()
  house = world.houses[0]
  hashes = await publishForms(world)
})
afterAll(() => world?.close())

async function ask<T = AnswerStatistics>(input: Record<string, unknown> = {}): Promise<T> {
  const reply = await world.call('api/room/opinions', { houseId: house, ...input }, world.admin)
  expect(reply, JSON.stringify(reply)).toMatchObject({ code: 0 })
  return reply.data
}

const VALUES: Record<string, string[]> = {
  colour: ['red', 'green', 'blue', 'black'],
  tastes: ['sweet', 'salty', 'sour'],
  happy: ['true', 'false'],
}
const gives = ({ values }: Opinion, name: string, value: string) => [values[name]].flat().map(String).includes(value)
const isSmall = (count: number) => count > 0 && count < SIZE

/** The file of an export, as text. */
async function exported(input: Record<string, unknown>): Promise<Buffer> {
  const order = await world.call('api/room/opinionsExport', { houseId: house, ...input }, world.admin)
  expect(order).toMatchObject({ code: 0 })
  const job = async () => (await world.call(`api/platform/job/${order.data.jobId}`, {}, world.admin, { method: 'GET' })).data
  await expect.poll(async () => (await job()).state).toBe('done')
  const headers = { authorization: `Bearer ${world.admin.token}` }
  return (await world.app.inject({ url: `/api/platform/file/${(await job()).result.id}`, headers })).rawPayload
}
const table = async (input: Record<string, unknown>) => parseCsv((await exported({ format: 'csv', ...input })).toString('utf8')).rows

describe('exports of answers', () => {
  it('have a column for each choice, formulas that stay text, and the tables of the statistics', async () => {
    const wrote = (minute: number, values: Record<string, unknown>): Opinion => ({ version: 1, submitted: minute, last: null, values })
    await store(world, { house, hashes }, [
      wrote(1, { tastes: ['sweet', 'sour'], why: '=1+1', colour: 'green', age: -5 }),
      wrote(2, { tastes: ['sour'] }),
    ])
    const [head, ...rows] = await table({ split: true })
    const column = (title: string) => rows.map((row) => row[head!.indexOf(title)])
    expect(head).toEqual(expect.arrayContaining(['number', 'submitted（中国标准时间）', 'tastes：SWEET', 'tastes：SALTY', 'tastes：SOUR']))
    expect([column('tastes：SWEET'), column('tastes：SALTY'), column('tastes：SOUR')]).toEqual([
      ['1', '0'],
      ['0', '0'],
      ['1', '1'],
    ])
    expect(column('age')).toEqual(['-5', ''])
    expect((await exported({ format: 'csv' })).toString('utf8')).toContain("'=1+1")
    expect(await table({ content: 'tables' })).toEqual(
      expect.arrayContaining([
        ['题目', '答案', '数量', '占比'],
        ['tastes', 'SOUR', '2', '1'],
        ['colour', 'BLACK', '0', '0'],
      ]),
    )
    const book = new Excel.Workbook()
    await book.xlsx.load((await exported({})) as unknown as ArrayBuffer)
    expect(book.worksheets.map(({ rowCount }) => rowCount)).toEqual([4, 1, expect.any(Number), 4])
  })

  it('of people who may not be found out name nobody, no time, and keep no answers of one person in a row', async () => {
    const answers = Array.from(
      { length: 12 },
      (_, at): Opinion => ({
        version: 1,
        submitted: at,
        last: null,
        values: { why: `w${String(11 - at).padStart(2, '0')}`, age: 20 + at },
      }),
    )
    await store(world, { house, hashes, secret: true }, answers)
    const [head, ...rows] = await table({})
    expect(head).not.toContain('number')
    expect(head).not.toContain('submitted')
    const pairs = rows.map((row) => [row[head!.indexOf('why')], row[head!.indexOf('age')]])
    expect(pairs.map(([why]) => why)).toEqual(answers.map(({ values }) => values.why).reverse())
    expect(pairs.map(([, age]) => age)).toEqual([...Array(5).fill('20 – 24'), ...Array(7).fill('25 – 31')])
    await store(world, { house, hashes, secret: true }, answers.slice(0, 4))
    expect(await table({})).toHaveLength(1)
  })

  it('of people who may not be found out show no choice, number, group or choice of several that fewer than five share', async () => {
    const few = '（人数过少，不显示）'
    const colours = ['red', 'red', ...Array(7).fill('green'), ...Array(6).fill('blue')]
    const answers = colours.map(
      (colour, at): Opinion => ({
        version: 0,
        submitted: at,
        last: null,
        values: {
          colour,
          tastes: at < 2 ? ['sweet', 'sour'] : ['salty'],
          age: at,
          day: `2026-11-${10 + at}`,
          members: [{ role: 'lead', years: at }],
        },
      }),
    )
    await store(world, { house, hashes, secret: true }, answers)
    for (const split of [true, false]) {
      const [head, ...rows] = await table({ split })
      const column = (title: string) => rows.map((row) => row[head!.indexOf(title)]!)
      // the two reds would be what is left of all, so the smaller other colour goes with them
      expect(column('colour')).toEqual([...Array(7).fill('GREEN'), ...Array(8).fill(few)])
      expect(head).not.toContain('tastes')
      expect(new Set(column('tastes：SOUR'))).toEqual(new Set([few]))
      expect(head!.some((title) => title.startsWith('members'))).toBe(false)
      expect(column('age')).toEqual([...Array(5).fill('0 – 4'), ...Array(5).fill('5 – 9'), ...Array(5).fill('10 – 14')])
      expect(column('day')[0]).toBe('2026-11-10 – 2026-11-14')
      expect(rows.flat()).not.toContain('RED')
    }
    // without the secret the same answers leave as they are
    await store(world, { house, hashes }, answers)
    const [head, ...rows] = await table({})
    expect(rows.map((row) => row[head!.indexOf('colour')])).toContain('RED')
  })

  it('follow the filters of the screen; of people who may not be found out only the tables of the group leave', async () => {
    const answers = Array.from(
      { length: 24 },
      (_, at): Opinion => ({
        version: 1,
        submitted: at * 24 * 60,
        last: null,
        values: { colour: at % 2 ? 'green' : 'blue', happy: at % 4 > 1, why: `w${at}` },
      }),
    )
    const happy = (rows: string[][]) => rows.filter(([title]) => title === 'happy').map(([, value, count]) => [value, count])
    await store(world, { house, hashes }, answers)
    const [head, ...rows] = await table({ only: { colour: 'green' }, from: '2026-11-03', to: '2026-11-07' })
    expect(rows.map((row) => row[head!.indexOf('why')])).toEqual(['w3', 'w5'])
    expect(happy(await table({ only: { colour: 'green' }, to: '2026-11-07', content: 'tables' }))).toEqual([
      ['作答人数', '3'],
      ['是', '1'],
      ['否', '2'],
    ])
    await store(world, { house, hashes, secret: true }, answers)
    for (const content of ['answers', 'tables']) {
      const sheet = await table({ only: { colour: 'green' }, content })
      expect(sheet.flat().filter((cell) => /^w\d/.test(cell))).toEqual([])
      expect(happy(sheet)).toContainEqual(['是', '6'])
    }
    const book = new Excel.Workbook()
    await book.xlsx.load((await exported({ only: { colour: 'green' } })) as unknown as ArrayBuffer)
    // the second says what was asked for, and not how many people answered
    expect(book.worksheets).toHaveLength(2)
    const about = book.worksheets[1]!.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row[1]] : []))
    expect(about).not.toContain('行数')
    for (const input of [{ from: '2026-11-02' }, { only: { colour: 'green', happy: 'true' } }]) expect(await table(input)).toHaveLength(1)
  })
})

describe('small groups', () => {
  it('are not shown by a filter, nor left over when one filter is taken from another or from everybody', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(opinion, { minLength: 10, maxLength: 50 }), async (opinions) => {
        await store(world, { house, hashes, secret: true }, opinions)
        const sent = opinions.filter(({ submitted }) => submitted !== null)
        const groups: { name: string; people: Set<Opinion> }[] = []
        for (const [name, values] of Object.entries(VALUES)) {
          const open: Opinion[] = []
          for (const value of values) {
            if (!sent.some((each) => gives(each, name, value))) continue
            const found = await ask({ only: { [name]: value } })
            if (found.withheld) continue
            const people = sent.filter((each) => gives(each, name, value))
            expect(found.counted).toBe(people.length)
            groups.push({ name, people: new Set(people) })
            open.push(...people)
            for (const { values: counted, numbers } of found.questions) {
              for (const { count } of counted ?? []) expect(isSmall(count ?? 0)).toBe(false)
              expect(numbers?.bins ?? []).toEqual([])
            }
          }
          // who is in no group that is shown is found by subtracting all that are
          if (name !== 'tastes' && open.length > 0) expect(isSmall(sent.length - open.length)).toBe(false)
        }
        for (const { people } of groups) {
          expect(isSmall(people.size)).toBe(false)
          expect(isSmall(sent.length - people.size)).toBe(false)
          for (const other of groups) {
            const isInside = [...people].every((each) => other.people.has(each))
            if (isInside) expect(isSmall(other.people.size - people.size), `${other.people.size} - ${people.size}`).toBe(false)
          }
        }
      }),
      { numRuns: 6 },
    )
  })

  it('[ANON-K5] are not counted question by question either: no option, bin or day, and none that is left of a total', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(opinion, { minLength: 8, maxLength: 60 }), async (opinions) => {
        await store(world, { house, hashes, secret: true }, opinions)
        const found = await ask()
        if (found.withheld) return
        for (const { key, kind, ofRows, asked, answered, hidden, values, numbers, dates } of found.questions) {
          const bins = numbers?.bins.map(({ count }) => count) ?? []
          const days = dates?.points.map(({ count }) => count) ?? []
          const reported = [asked, answered, hidden, ...(values ?? []).map(({ count }) => count), ...bins, ...days]
          expect(
            reported.filter((count) => isSmall(count ?? 0)),
            key,
          ).toEqual([])
          expect([numbers?.minimum ?? null, numbers?.maximum ?? null]).toEqual([null, null])
          if (ofRows) expect([answered, values, numbers, dates]).toEqual([null, null, null, null])
          if (kind !== 'choice' || values === null) continue
          const left = asked - values.reduce((sum, { count }) => sum + (count ?? 0), 0)
          expect(isSmall(left), key).toBe(false)
          if (answered !== null) expect(isSmall(asked - answered), key).toBe(false)
        }
      }),
      { numRuns: 8 },
    )
  })

  it('[ANON-K5] of one question are told as far as they may be: spans of numbers, weeks instead of days, no texts of a few', async () => {
    const at = (count: number, values: Record<string, unknown>): Opinion[] =>
      Array.from({ length: count }, () => ({ version: 1, submitted: 1, last: null, values }))
    const opinions = [
      ...at(9, { colour: 'green', age: 20, day: '2026-01-01', why: 'because' }),
      ...at(3, { colour: 'blue', age: 21, day: '2026-01-02' }),
      ...at(8, { colour: 'black', age: 22, day: '2026-01-30' }),
    ]
    await store(world, { house, hashes, secret: true }, opinions)
    const of = async (key: string) => (await ask()).questions.find((each) => each.key === key)!
    const options = (await of('colour')).values!.map(({ value, count }) => [value, count])
    expect(options).toEqual([
      ['green', 9],
      ['blue', null],
      ['black', null],
    ])
    expect((await of('age')).numbers).toMatchObject({
      mean: 20.95,
      bins: [
        { from: 20, to: 20, count: 9 },
        { from: 21, to: 22, count: 11 },
      ],
    })
    expect((await of('day')).dates).toMatchObject({ unit: 'week' })
    expect(await ask<AnswerTexts>({ texts: 'why' })).toMatchObject({ total: 9, withheld: null })
    expect(await table({ content: 'tables' })).not.toContainEqual(['colour', 'BLUE', '3', '0.15'])
    await store(world, { house, hashes, secret: true }, [...opinions.slice(9), ...at(4, { colour: 'green', why: 'my own words' })])
    expect(await of('why')).toMatchObject({ withheld: true, answered: null })
    expect(await ask<AnswerTexts>({ texts: 'why' })).toMatchObject({ withheld: 'few', list: [] })
    expect(JSON.stringify(await table({}))).not.toContain('my own words')
    // without the secret all of it is counted
    await store(world, { house, hashes }, opinions)
    expect((await of('colour')).values!.map(({ count }) => count)).toEqual([9, 3, 8])
    expect((await of('day')).dates!.unit).toBe('day')
  })

  it('are not shown in a cell of a cross table, nor told by the totals of its line and column', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(opinion, { minLength: 10, maxLength: 80 }), async (opinions) => {
        await store(world, { house, hashes, secret: true }, opinions)
        const sent = opinions.filter(({ submitted }) => submitted !== null)
        if (sent.length < SIZE) return
        const table = await ask<CrossTable>({ rows: 'colour', columns: 'happy' })
        if (table.withheld) return
        const count = (row: string | null, column: string | null) =>
          sent.filter(
            ({ values }) => (values.colour ?? null) === row && (values.happy ?? null) === (column === null ? null : column === 'true'),
          ).length
        for (const { value, cells } of table.lines) {
          let hidden = count(value, null)
          let cellsHidden = 0
          for (const [at, cell] of cells.entries()) {
            const truth = count(value, table.columnLabels[at]!.value)
            if (cell === null) {
              hidden += truth
              cellsHidden += truth > 0 ? 1 : 0
            } else {
              expect(cell).toBe(truth)
              expect(isSmall(cell)).toBe(false)
            }
          }
          const total = [...cells.keys()].reduce((sum, at) => sum + count(value, table.columnLabels[at]!.value), count(value, null))
          if (cellsHidden > 0) expect(hidden >= SIZE || hidden === total, JSON.stringify(table.lines)).toBe(true)
        }
        const ages = await ask<CrossTable>({ rows: 'happy', columns: 'age' })
        for (const line of ages.lines) if (line.mean !== null) expect(line.count).toBeGreaterThanOrEqual(SIZE)
      }),
      { numRuns: 8 },
    )
  })

  const people = (count: number, values: Record<string, unknown>): Opinion[] =>
    Array.from({ length: count }, (_, at) => ({ version: 1, submitted: at, last: null, values }))
  const cross = async (rows: string, columns: string, opinions: Opinion[]) => {
    await store(world, { house, hashes, secret: true }, opinions)
    const { lines, columnLabels } = await ask<CrossTable>({ rows, columns })
    const cell = (row: string, column: string) =>
      lines.find(({ value }) => value === row)!.cells[columnLabels.findIndex(({ value }) => value === column)]
    const line = (row: string) => lines.find(({ value }) => value === row)!.count
    const column = (value: string) => columnLabels.find((each) => each.value === value)!.count
    return { cell, line, column }
  }

  it('are not told by a line or a column with one cell missing', async () => {
    const table = await cross('colour', 'happy', [
      ...people(3, { colour: 'green', happy: true }),
      ...people(20, { colour: 'green', happy: false }),
      ...people(21, { colour: 'blue', happy: true }),
      ...people(22, { colour: 'blue', happy: false }),
      ...people(30, { colour: 'black', happy: true }),
      ...people(31, { colour: 'black', happy: false }),
    ])
    for (const happy of ['true', 'false']) expect([table.cell('green', happy), table.cell('blue', happy)]).toEqual([null, null])
    expect([table.line('green'), table.cell('black', 'true'), table.cell('black', 'false')]).toEqual([23, 30, 31])
  })

  it('of those who did not take one of several choices are told as little as of those who did', async () => {
    const opinions = [
      ...people(18, { colour: 'green', tastes: ['sweet'] }),
      ...people(2, { colour: 'green', tastes: ['salty'] }),
      ...people(10, { colour: 'blue', tastes: ['sweet'] }),
      ...people(15, { colour: 'blue', tastes: ['salty'] }),
    ]
    const table = await cross('colour', 'tastes', opinions)
    expect([table.cell('green', 'sweet'), table.cell('blue', 'sweet')]).toEqual([null, null])
    // what nobody chose hides nobody, and nothing else for its sake
    expect([table.cell('black', 'sweet'), table.line('black'), table.column('sour')]).toEqual([0, 0, 0])
    const turned = await cross('tastes', 'colour', opinions)
    expect([turned.cell('sweet', 'green'), turned.cell('sweet', 'blue')]).toEqual([null, null])
  })

  it('are not looked for where nobody is: options that nobody chose leave the others as they are', async () => {
    const table = await cross('colour', 'happy', [
      ...people(20, { colour: 'green', happy: true }),
      ...people(21, { colour: 'green', happy: false }),
      ...people(22, { colour: 'blue', happy: true }),
      ...people(23, { colour: 'blue', happy: false }),
    ])
    const cells = ['green', 'blue', 'black'].map((row) => [table.cell(row, 'true'), table.cell(row, 'false')])
    expect(cells).toEqual([
      [20, 21],
      [22, 23],
      [0, 0],
    ])
  })

  it('and whom they hide are missing in the totals of a table as well', async () => {
    const opinions = [
      ...people(3, { colour: 'black', happy: true }),
      ...people(20, { colour: 'green', happy: true }),
      ...people(20, { colour: 'green', happy: false }),
      ...people(25, { colour: 'blue', happy: true }),
      ...people(25, { colour: 'blue', happy: false }),
    ]
    const table = await cross('colour', 'happy', opinions)
    expect([table.line('black'), table.cell('black', 'true'), table.line('blue')]).toEqual([null, null, 50])
    const silent = await cross('colour', 'happy', [...opinions, ...people(3, { colour: 'red' })])
    expect(silent.line('red')).toBe(null)
    const turned = await cross('happy', 'colour', opinions)
    expect([turned.column('black'), turned.cell('true', 'black'), turned.column('blue')]).toEqual([null, null, 50])
  })

  it('that are nearly all of another group hide with them the one that is left over', async () => {
    const opinions = [
      ...people(10, { colour: 'green', happy: true, tastes: ['sweet'] }),
      ...people(2, { colour: 'blue', happy: true, tastes: ['salty'] }),
      ...people(18, { colour: 'blue', happy: false, tastes: ['salty'] }),
      ...people(15, { colour: 'black', happy: false, tastes: ['sweet'] }),
      ...people(15, { colour: 'black', happy: false, tastes: ['salty'] }),
    ]
    expect((await cross('colour', 'tastes', opinions)).cell('green', 'sweet')).toBe(null)
    await store(world, { house, hashes, secret: true }, opinions)
    // 12 are happy and 10 of them green: green and happy together would tell of two
    for (const colour of ['green', 'blue']) expect(await ask({ only: { colour } })).toMatchObject({ withheld: 'few', questions: [] })
    expect(await ask({ only: { colour: 'black' } })).toMatchObject({ withheld: null, counted: 30 })
  })

  it('cannot be cut out by several conditions, by times, or by a filter over a cross table or texts', async () => {
    const full = Array.from(
      { length: 30 },
      (_, at): Opinion => ({
        version: 1,
        submitted: at,
        last: null,
        values: { colour: at % 2 ? 'green' : 'blue', happy: at % 3 > 0, tastes: ['sweet'], why: `words ${at}` },
      }),
    )
    await store(world, { house, hashes, secret: true }, full)
    expect(await ask({ only: { colour: 'green' } })).toMatchObject({ withheld: null, counted: 15, head: { medianSeconds: null } })
    for (const only of [{ colour: 'green', happy: 'true' }, { colour: ['green', 'blue'] }])
      expect(await ask({ only })).toMatchObject({ withheld: 'combined', questions: [] })
    expect(await ask({ from: '2026-11-01' })).toMatchObject({ withheld: 'time', questions: [] })
    expect(await ask<CrossTable>({ rows: 'colour', columns: 'happy', only: { tastes: 'sweet' } })).toMatchObject({
      withheld: 'combined',
      lines: [],
    })
    expect(await ask<AnswerTexts>({ texts: 'why', only: { colour: 'green' } })).toMatchObject({ withheld: 'combined', list: [] })
    const texts = await ask<AnswerTexts>({ texts: 'why', pageSize: 100 })
    expect(texts.total).toBe(30)
    expect(texts.list.every(({ at }) => at === null)).toBe(true)
    expect(texts.list.map(({ text }) => text)).not.toEqual(full.map(({ values }) => values.why).reverse())
  })

  it('of all answers together are not shown either, and one answer that needs it is enough to guard all', async () => {
    const few = (secret: boolean) =>
      store(
        world,
        { house, hashes, secret },
        Array.from({ length: 4 }, (): Opinion => ({ version: 1, submitted: 1, last: null, values: { happy: true } })),
      )
    await few(true)
    expect(await ask()).toMatchObject({ smallest: SIZE, withheld: 'few', questions: [] })
    expect(await ask<CrossTable>({ rows: 'colour', columns: 'happy' })).toMatchObject({ withheld: 'few', lines: [] })
    await few(false)
    expect(await ask()).toMatchObject({ smallest: null, withheld: null, counted: 4 })
    await world.rows('UPDATE room_opinion SET secret = true WHERE id = (SELECT min(id) FROM room_opinion WHERE "houseId" = $1)', [house])
    expect(await ask()).toMatchObject({ smallest: SIZE, withheld: 'few' })
  })
})
