/** Expressions in SQL mean what they mean in JavaScript: random expressions over random rows, both ways. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileExpression, evaluateCondition } from '../../../../runtime/core/expressions/index.ts'
import { wholeRow } from '../../../../runtime/server/calls/rowSource.ts'
import { celToSql } from '../../../../runtime/server/database/celToSql.ts'
import { presentFields } from '../../../../runtime/server/database/presentFields.ts'
import { SqlWriter } from '../../../../runtime/server/database/SqlWriter.ts'
import { tableModels } from '../../../../runtime/server/database/tableModel.ts'
import fc from '../../../harness/fastCheck.ts'
import { createRoomsWorld, type RoomsWorld } from '../../../server/roomsWorld.ts'

const ROWS = 80
const EXPRESSIONS = 400
const NOW = '2026-11-21T08:00:00.000Z'

let world: RoomsWorld
let rows: Record<string, unknown>[]
const scope = {
  now: NOW,
  input: { n: 3, s: 'b', t: '2026-11-20T00:00:00.000Z', none: null, list: ['a', 'hall', null], house: '' },
  session: { userId: '7' },
}

beforeAll(async () => {
  world = await createRoomsWorld()
  scope.input.house = world.houses[0]
  const { pool } = world.server.deps
  for (const [number, sample] of fc.sample(anyRow(world.houses), { numRuns: ROWS, seed: 42 }).entries()) {
    const row = { ...sample, name: `${sample.name}${number}` }
    const names = Object.keys(row)
    const values = Object.values(row).map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value))
    await pool.query(
      `INSERT INTO room_room (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    )
  }
  const writer = new SqlWriter()
  const columns = wholeRow(selection(), 't')(writer, scope)
  rows = (await pool.query(`SELECT ${columns} FROM room_room t ORDER BY t.id`, writer.values)).rows
})
afterAll(() => world.close())

function selection() {
  const platform = world.server.deps.platform()
  const entity = platform.get('entity', 'room.room')
  return { platform, entity, model: tableModels(platform).get(entity.id)! }
}

function anyRow(houses: readonly string[]) {
  const text = fc.constantFrom('a', 'b', 'ab', 'Ba', '中文', '', '😀z', '￿')
  return fc.record({
    houseId: fc.constantFrom(...houses),
    name: text,
    kind: fc.constantFrom('hall', 'lab'),
    seats: fc.integer({ min: 3, max: 6 }),
    taken: fc.integer({ min: 0, max: 3 }),
    price: fc.option(fc.integer({ min: -3, max: 5 })),
    openedOn: fc.option(fc.constantFrom('2020-01-01', '2020-02-29')),
    openAt: fc.option(fc.constantFrom('2026-11-20T00:00:00.000Z', '2026-11-22T00:00:00.000Z', NOW)),
    label: fc.option(fc.record({ zh: text, en: text }, { requiredKeys: [] })),
    facts: fc.option(
      fc.record(
        { floor: fc.constantFrom(1, 2, 2.5, null), tags: fc.subarray(['a', 'b', 'hall']), deep: fc.record({ on: fc.boolean() }) },
        { requiredKeys: [] },
      ),
    ),
  })
}

const { bool, value } = fc.letrec<{ bool: string; number: string; text: string; value: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'row.seats',
      'row.taken',
      'row.price',
      'row.free',
      'input.n',
      'input.none',
      '2',
      '0',
      '-1',
      '2.5',
      'size(row.name)',
      'size(row.facts.tags)',
    ),
    fc.tuple(tie('number'), fc.constantFrom('+', '-', '*'), tie('number')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('number'), fc.constantFrom('/', '%'), fc.constantFrom('2', 'input.n')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('number').map((a) => `(-${a})`),
    fc.tuple(tie('bool'), tie('number'), tie('number')).map(([test, a, b]) => `(${test} ? row.seats + ${a} : ${b})`),
  ),
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'row.name',
      'row.kind',
      'row.houseId',
      'row.label.zh',
      'row.label.en',
      'input.s',
      '"a"',
      '"中"',
      'string(row.seats)',
      'input.none',
    ),
    fc.tuple(tie('text'), fc.constantFrom('row.name', '"b"', 'row.kind')).map(([a, b]) => `(${b} + ${a})`),
  ),
  bool: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'row.open',
      'row.openAt == null',
      'row.openAt <= now',
      'row.openAt > input.t',
      'row.openAt == input.t',
      'row.openedOn < "2020-02"',
      'row.openedOn == "2020-02-29"',
      'addDays(row.openAt, -1) < now',
      'addDays(row.openAt, row.price) == input.t',
      'addDays(row.openedOn, row.seats / 2) >= "2020-01-03"',
    ),
    fc.constantFrom(
      'has(row.facts.floor)',
      'row.facts.floor == 2',
      'row.facts.floor < 2.5',
      'row.facts.deep.on == true',
      'row.facts.deep.on',
      '"a" in row.facts.tags',
    ),
    fc.constantFrom(
      'row.kind in input.list',
      'row.name in ["a", row.kind]',
      'row.price in [1, 2, null]',
      'row.houseId == input.house',
      'row.houseId == "x"',
      'true',
      'session.userId == "7"',
    ),
    fc.constantFrom(
      'row.facts.floor == row.taken',
      'row.label.zh == row.label.en',
      'row.label.zh != row.name',
      'row.price == null',
      'row.price == row.taken',
    ),
    fc.tuple(tie('number'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('number')).map(([a, op, b]) => `${a} ${op} ${b}`),
    fc
      .tuple(fc.constantFrom('row.name', 'row.kind', '(row.kind + row.name)'), fc.constantFrom('==', '!=', '<', '>='), tie('text'))
      .map(([a, op, b]) => `${a} ${op} ${b}`),
    fc
      .tuple(
        fc.constantFrom('row.name', 'row.kind'),
        fc.constantFrom('startsWith', 'endsWith', 'contains'),
        fc.constantFrom('"a"', '"l"', '""', 'input.s'),
      )
      .map(([a, f, b]) => `${a}.${f}(${b})`),
    fc.tuple(tie('bool'), fc.constantFrom('&&', '||'), tie('bool')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('bool').map((a) => `!(${a})`),
    fc.tuple(tie('bool'), tie('bool'), tie('bool')).map(([a, b, c]) => `(${a} ? row.seats > 4 && ${b} : ${c})`),
  ),
  value: fc.oneof(tie('number'), tie('text')),
}))

describe('an expression over a row', () => {
  it('as a condition finds the rows for which JavaScript says true', async () => {
    const { platform, entity } = selection()
    await fc.assert(
      fc.asyncProperty(bool, async (cel) => {
        const compiled = compileExpression(cel)
        const writer = new SqlWriter()
        const where = celToSql({ cel, entity, platform, alias: 't' }).condition(writer, scope)
        const found = await world.server.deps.pool.query(`SELECT t.id FROM room_room t WHERE ${where} ORDER BY t.id`, writer.values)
        const wanted = rows.filter((row) => evaluateCondition(compiled, { ...scope, row }))
        expect(
          found.rows.map(({ id }) => id),
          cel,
        ).toEqual(wanted.map(({ id }) => id))
      }),
      { numRuns: EXPRESSIONS },
    )
  })

  it('of the outcome of a choice asks its tests, without the choice, so that an index serves', async () => {
    const { platform, entity } = selection()
    const choice = 'row.openAt == null ? 0 : (row.openAt <= now && !(row.price < 2) ? 1 : (row.seats > 4 || row.kind == "lab" ? 2 : null))'
    for (const wanted of ['0', '1', '2', 'null', '7']) {
      const cel = `(${choice}) == ${wanted}`
      const writer = new SqlWriter()
      const where = celToSql({ cel, entity, platform, alias: 't' }).condition(writer, scope)
      expect(where).not.toContain('CASE')
      const { rows: found } = await world.server.deps.pool.query(`SELECT t.id FROM room_room t WHERE ${where} ORDER BY t.id`, writer.values)
      const compiled = compileExpression(cel)
      expect(
        found.map(({ id }) => id),
        cel,
      ).toEqual(rows.filter((row) => evaluateCondition(compiled, { ...scope, row })).map(({ id }) => id))
    }
  })

  it('does not ask whether a field is there when a check says so of the rows in question', () => {
    const { platform, entity } = selection()
    const checked = { ...entity, checks: [{ cel: '!(row.taken > 0) || (row.openAt != null && row.price != null)', error: 'NO' }] }
    const present = presentFields(checked, 'row.taken > 0 && row.label != null')
    expect([...present].sort()).toEqual(['label', 'openAt', 'price'])
    expect([...presentFields(checked, 'row.taken > 1')]).toEqual([])
    const cel = '(row.openAt == null || now < row.openAt ? 0 : 1) == 1'
    const write = (options: object) => celToSql({ cel, entity: checked, platform, ...options }).condition(new SqlWriter(), scope)
    expect(write({ present })).toBe('(("openAt" <= $1::timestamptz))')
    expect(write({})).toContain('"openAt" IS NOT NULL')
  })

  it('as a value is what JavaScript computes', async () => {
    const { platform, entity } = selection()
    await fc.assert(
      fc.asyncProperty(value, async (cel) => {
        const compiled = compileExpression(cel)
        const writer = new SqlWriter()
        const sql = celToSql({ cel, entity, platform, alias: 't' }).value(writer, scope)
        const { rows: found } = await world.server.deps.pool.query(`SELECT ${sql} AS value FROM room_room t ORDER BY t.id`, writer.values)
        for (const [at, row] of rows.entries()) {
          const expected = compiled.evaluate({ ...scope, row })
          if (typeof expected === 'number') expect(found[at].value, `${cel} of ${JSON.stringify(row)}`).toBeCloseTo(expected, 9)
          else expect(found[at].value, `${cel} of ${JSON.stringify(row)}`).toEqual(expected)
        }
      }),
      { numRuns: EXPRESSIONS / 2 },
    )
  })

  it('[CEL-SQL-1] compares by = alone, which an index serves, where one side is surely there', () => {
    const { platform, entity } = selection()
    const text = (cel: string, userId: string | null) =>
      celToSql({ cel, entity, platform }).condition(new SqlWriter(), { session: { userId } })
    const mark = "row.keeperPhone == string(row.id) + ':' + session.userId"
    expect(text(mark, '7')).not.toContain('DISTINCT')
    expect(text(mark, null)).toContain('IS NOT DISTINCT FROM')
    expect(text("row.keeperPhone == row.keeperPhone + ':' + session.userId", '7')).toContain('IS NOT DISTINCT FROM')
  })

  it('keeps values of the caller out of the text', () => {
    const { platform, entity } = selection()
    const writer = new SqlWriter()
    const where = celToSql({ cel: 'row.name == input.s', entity, platform }).condition(writer, {
      input: { s: "'; DROP TABLE room_room; --" },
    })
    expect(where).toBe('("name" = $1::text)')
    expect(writer.values).toEqual(["'; DROP TABLE room_room; --"])
  })

  it.each([
    ['row.name.matches("a+")', 'matches() has no counterpart in SQL'],
    ['row.facts.tags.exists(t, t == "a")', 'has no counterpart in SQL'],
    ['row.seats / row.taken > 1', 'the divisor may not depend on the row'],
    ['row.nothing == 1', 'room.room has no field "nothing"'],
    ['row.name.size.x == 1', 'a string has no field "size"'],
  ])('refuses %s when the platform is built: %s', (cel, reason) => {
    const { platform, entity } = selection()
    const compile = () => celToSql({ cel, entity, platform }).condition(new SqlWriter(), { input: {} })
    expect(compile).toThrow(reason)
  })
})
