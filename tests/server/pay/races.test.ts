/** Payment under races, each with a control in which the protection is off; and a process that is killed while it takes notices. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { dropTableRule, publishFlowWithoutLimit } from '../placesGuard.ts'
import { signUp } from '../roadWorld.ts'
import { createPayWorld, FEE, HOUR, type Paying, type PayWorld } from './payWorld.ts'

/** Rounds in which a control may find its luck. */
const ROUNDS = 10

let world: PayWorld
beforeAll(async () => {
  world = await createPayWorld({ overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/pay')] })
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

let races = 0
const next = (name: string) => {
  races += 1
  return `${name}${races}`
}
/** So many calls of one act that all have read before one writes, without locks. */
const unlocked = (act: string, together: number, input: object) => {
  const name = next(act)
  return Promise.all(
    Array.from({ length: together }, () => world.call('api/fixture/payUnlocked', { act, name, together, input }, world.organiser)),
  )
}
const together = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))
const paymentsOf = async (orderId: string) =>
  Number((await world.rows('SELECT count(*) FROM pay_payment WHERE "orderId" = $1', [orderId]))[0].count)
const sentBack = async (orderId: string) =>
  Number((await world.rows('SELECT coalesce(sum(amount), 0) AS sum FROM pay_refund WHERE "orderId" = $1', [orderId]))[0].sum)

describe('[PAY-20] two refunds at the same moment', () => {
  const LARGE = 20_000
  const paid = async () => {
    const entrant = await world.entrant()
    await world.traded(entrant.number)
    await world.notice(entrant.number)
    return entrant
  }
  it('of more than half each: one is made, the other refused', async () => {
    const { orderId } = await paid()
    const errors = (await together(2, () => world.refund(orderId, LARGE))).map(({ error }) => error ?? 'made')
    expect(errors.toSorted()).toEqual(['PAY_REFUND_OVER', 'made'])
    expect(await sentBack(orderId)).toBe(LARGE)
  })
  it('control: without the lock of the order more goes back than came in', async () => {
    let max = 0
    for (let round = 0; round < ROUNDS && max <= FEE; round++) {
      const { orderId } = await paid()
      await unlocked('refund', 2, { id: orderId, amount: LARGE, reason: '竞赛取消' })
      max = Math.max(max, await sentBack(orderId))
    }
    expect(max).toBeGreaterThan(FEE)
  })
})

describe('[PAY-21] one notice many times at once', () => {
  it('is answered each time and counts once', async () => {
    const { orderId, registrationId, number } = await world.entrant()
    expect(await together(20, () => world.notice(number))).toEqual(Array(20).fill('success'))
    expect([await paymentsOf(orderId), (await world.order(orderId)).paid]).toEqual([1, String(FEE)])
    expect((await world.registration(registrationId)).payState).toBe('paid')
    const reported = await world.rows(`SELECT FROM platform_outbox WHERE template = 'pay.received' AND variables::text LIKE $1`, [
      `%${number}%`,
    ])
    expect(reported).toHaveLength(1)
  })
  it('control: without the lock of the order only the unique reference is left, and some run into it', async () => {
    const { orderId, number } = await world.entrant()
    const fact = { number, reference: `T${number}`, amount: FEE, paidAt: new Date(world.clock.now).toISOString() }
    const replies = await unlocked('notice', 4, fact)
    expect(replies.filter(({ code }) => code !== 0).length).toBeGreaterThan(0)
    expect(await paymentsOf(orderId)).toBe(1)
  })
})

describe('[PAY-22] a discount code with two uses left', () => {
  const USES = 2
  const PEOPLE = 6
  const newCode = async () => {
    const code = next('RUSH')
    await world.rows('INSERT INTO pay_code ("competitionId", code, percent, uses) VALUES ($1, $2, 50, $3)', [
      world.form.competitionId,
      code,
      USES,
    ])
    return code
  }
  const used = async (code: string) => (await world.rows('SELECT used FROM pay_code WHERE code = $1', [code]))[0].used
  it('goes to two of six people, and the others keep their orders', async () => {
    const code = await newCode()
    const people: Paying[] = []
    for (let each = 0; each < PEOPLE; each++) people.push(await world.entrant())
    const replies = await together(PEOPLE, (index) =>
      world.call('api/web/pay/order', { registrationId: people[index]!.registrationId, code }, people[index]!.token),
    )
    expect(replies.map(({ error }) => error ?? 'used').toSorted()).toEqual([...Array(PEOPLE - USES).fill('PAY_CODE_USED'), 'used', 'used'])
    expect(await used(code)).toBe(USES)
    for (const [index, { orderId }] of people.entries())
      expect((await world.order(orderId)).state).toBe(replies[index]!.code === 0 ? 'closed' : 'pending')
  })
  it('control: a use that is taken without looking again passes the limit once the table does not guard it', async () => {
    const [{ conname }] = await world.rows(
      `SELECT conname FROM pg_constraint WHERE conrelid = 'pay_code'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%used <= uses%'`,
    )
    await world.rows(`ALTER TABLE pay_code DROP CONSTRAINT "${conname}"`)
    const code = await newCode()
    await unlocked('code', PEOPLE, { competitionId: world.form.competitionId, code })
    expect(await used(code)).toBe(PEOPLE)
    // a server that starts looks at the check again
    await world.rows('UPDATE pay_code SET uses = used')
  })
})

describe('[PAY-24] a process that is killed while it takes notices', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agon-pay-'))
  let child: ChildProcess | undefined
  afterEach(() => child?.kill('SIGKILL'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('what it answered is booked, what it did not is whole or not there; told again, each order is paid once', async () => {
    const orders: Paying[] = []
    for (let each = 0; each < 12; each++) orders.push(await world.entrant())
    child = spawn(process.execPath, [join(PROJECT_DIRECTORY, 'tests/harness/serveProject.ts'), world.databaseUrl, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const address = String((await once(child.stdout!, 'data'))[0]).trim()
    const tell = async ({ number }: Paying) => {
      const body = new URLSearchParams(await world.signed(number))
      return fetch(`${address}/api/web/pay/notice`, { method: 'POST', body }).then(
        (reply) => reply.text(),
        () => 'lost',
      )
    }
    // half of them cannot commit while their orders are held; the first answer of the others is the sign to kill
    const client = await world.db.connect()
    const held = orders.slice(6).map(({ orderId }) => orderId)
    await client.query('BEGIN')
    await client.query('SELECT FROM pay_order WHERE id = ANY($1) FOR UPDATE', [held])
    const reported = orders.map(tell)
    await Promise.race(reported)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await client.query('ROLLBACK')
    client.release()
    const answers = await Promise.all(reported)
    expect(answers.filter((answer) => answer === 'lost').length).toBeGreaterThanOrEqual(held.length)
    for (const [index, { orderId, registrationId }] of orders.entries()) {
      const [payments, { state }] = [await paymentsOf(orderId), await world.order(orderId)]
      const { payState } = await world.registration(registrationId)
      expect([
        [0, 'pending', 'due'],
        [1, 'paid', 'paid'],
      ]).toContainEqual([payments, state, payState])
      if (answers[index] === 'success') expect(payments).toBe(1)
    }
    expect(await together(orders.length, (index) => world.notice(orders[index]!.number))).toEqual(orders.map(() => 'success'))
    for (const { orderId } of orders) expect([await paymentsOf(orderId), (await world.order(orderId)).state]).toEqual([1, 'paid'])
  })
})

// last: the controls take the guard of the places away
describe('[PAY-23] the place of an order whose time is over', () => {
  const PEOPLE = 4
  /** The order expires while newcomers sign up for the full event and its own money comes in late. @returns who holds the place, and places taken too many */
  async function rush() {
    const late = await world.entrant()
    await world.traded(late.number)
    await world.rows('UPDATE competition_event SET capacity = taken WHERE id = $1', [world.form.eventId])
    const full = await world.taken()
    // orders of earlier tests are over by then as well: the minute would close them in the midst of this
    await world.rows(`UPDATE pay_order SET "expiresAt" = now() + interval '1 year' WHERE state = 'pending' AND id <> $1`, [late.orderId])
    world.clock.now = world.clock.base + 49 * HOUR
    const people = await together(PEOPLE, () => world.newcomer())
    const [, , ...replies] = await Promise.all([
      world.run('pay.expire', { id: late.orderId }),
      world.notice(late.number),
      ...people.map(({ token }) => signUp(world, token, world.form)),
    ])
    // whoever came before the place was free comes again
    const again = await together(PEOPLE, (index) =>
      replies[index]!.code === 0 ? Promise.resolve(replies[index]!) : signUp(world, people[index]!.token, world.form),
    )
    const { status } = await world.registration(late.registrationId)
    const holders = again.filter(({ code }) => code === 0).length + (status === 2 ? 1 : 0)
    return { holders, over: (await world.taken()) - full, late: { ...late, status } }
  }
  it('goes to one: to somebody new, or back to who paid late; whose money comes back if not', async () => {
    for (let round = 0; round < 3; round++) {
      await world.rewind()
      const { holders, over, late } = await rush()
      expect({ holders, over }).toEqual({ holders: 1, over: 0 })
      expect(await sentBack(late.orderId)).toBe(late.status === 2 ? 0 : FEE)
    }
  })
  it('control: without the guard of the places several get it', async () => {
    await publishFlowWithoutLimit(world)
    await dropTableRule(world)
    expect((await rush()).holders).toBeGreaterThan(1)
  })
})
