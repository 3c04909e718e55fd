/** The hackathon of the demo with a fee, and what tests of payment do with its orders. */
import { signNotice } from '../../../plugins/pay/provider/sandboxNotice.ts'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { TestServerOptions } from '../../harness/startTestServer.ts'
import { createWorld, type Form, hackathonForm, type Reply, signUp, type World } from '../roadWorld.ts'

/** Fen. */
export const FEE = 30_000
export const HOUR = 3_600_000

export interface Paying {
  id: string
  token: string
  registrationId: string
  orderId: string
  number: string
}
interface NoticeChange {
  amount?: number
  reference?: string
  change?: Record<string, string>
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows whose shape they assert
type Data = any

export interface PayWorld extends World {
  form: Form
  /** Token of the organiser. */
  organiser: string
  clock: { now: number; base: number }
  /** Clock and places as at the beginning, rate limits forgotten. */
  rewind(): Promise<void>
  run(handler: string, input?: Record<string, unknown>): Promise<Data>
  /** What happens every minute to rows whose turn it is. */
  minute(): Promise<number>
  /** Somebody new who has signed up and has to pay. */
  entrant(): Promise<Paying>
  /** Somebody whose payment came after the order was closed and the event was full. */
  tooLate(): Promise<Paying>
  order(id: string): Promise<Data>
  registration(id: string): Promise<{ status: number; payState: string }>
  taken(): Promise<number>
  /** Fields of a notice as the sandbox signs them. */
  signed(number: string, change?: NoticeChange): Promise<Record<string, string>>
  /** Answers the word for taken. */
  notice(number: string, change?: NoticeChange): Promise<string>
  /** The sandbox has taken the money of an order, so that it can be sent back. */
  traded(number: string, amount?: number): Promise<unknown>
  refund(orderId: string, amount: number, token?: string): Promise<Reply<Data>>
}

export async function createPayWorld(options: TestServerOptions = {}): Promise<PayWorld> {
  const clock = { now: Date.now(), base: Date.now() }
  const world = await createWorld({ template: 'seeded', clock: () => new Date(clock.now), ...options })
  const form = await hackathonForm(world)
  const organiser = await world.signIn('organiser 2')
  const { rows, call } = world
  await rows('UPDATE competition_event SET fee = $2, capacity = NULL WHERE id = $1', [form.eventId, FEE])
  await rows('UPDATE competition_competition SET capacity = NULL WHERE id = $1', [form.competitionId])
  await rows('INSERT INTO pay_setting ("competitionId", enabled, "holdHours", "reminderHours") VALUES ($1, true, 48, 6)', [
    form.competitionId,
  ])
  clock.base = Math.max(clock.base, Date.now())
  const caller = () => {
    const session = world.server.deps.services.sessions.visitor()
    return { session, lang: 'zh', request: { id: 'test', ip: '127.0.0.1', headers: {} }, background: true }
  }
  const signed: PayWorld['signed'] = async (number, { amount = FEE, reference = `T${number}`, change = {} } = {}) => {
    const context = { people: { signed: world.server.deps.services.signed } } as unknown as HandlerContext
    const fields = await signNotice({ number, reference, amount, paidAt: new Date(clock.now).toISOString() }, context)
    return { ...fields, ...change }
  }
  const paying: PayWorld = {
    ...world,
    form,
    organiser,
    clock,
    signed,
    async rewind() {
      clock.now = clock.base
      await rows('DELETE FROM platform_rate')
      await rows('UPDATE competition_event SET capacity = NULL WHERE id = $1', [form.eventId])
    },
    run: (handler, input = {}) => world.server.deps.calls.runHandler(handler, input, caller() as never),
    minute: () => world.server.deps.calls.runTimers('minute', caller() as never),
    async entrant() {
      const { id, token } = await world.newcomer()
      const reply = await signUp(world, token, form)
      if (reply.code !== 0) throw new Error(JSON.stringify(reply))
      const registrationId = String(reply.data.id)
      const [order] = await rows('SELECT id, number FROM pay_order WHERE seat = $1', [registrationId])
      return { id, token, registrationId, orderId: String(order.id), number: order.number }
    },
    async tooLate() {
      const entrant = await paying.entrant()
      clock.now = clock.base + 49 * HOUR
      await paying.run('pay.expire', { id: entrant.orderId })
      await rows('UPDATE competition_event SET capacity = taken WHERE id = $1', [form.eventId])
      await paying.traded(entrant.number)
      await paying.notice(entrant.number)
      return entrant
    },
    order: async (id) => (await rows('SELECT * FROM pay_order WHERE id = $1', [id]))[0],
    registration: async (id) => (await rows('SELECT status, "payState" FROM signup_registration WHERE id = $1', [id]))[0],
    taken: async () => Number((await rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId]))[0].taken),
    async notice(number, change) {
      const reply = await world.app.inject({
        method: 'POST',
        url: '/api/web/pay/notice',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(await signed(number, change)).toString(),
      })
      return reply.body
    },
    traded: (number, amount = FEE * 100) =>
      rows(
        `INSERT INTO "pay_sandboxTrade" (number, title, amount, "returnTo", state) VALUES ($1, '{"zh":"甲","en":"A"}', $2, '/', 'paid') ON CONFLICT DO NOTHING`,
        [number, amount],
      ),
    refund: (orderId, amount, token = organiser) => call('api/web/pay/payrRefund', { id: orderId, amount, reason: '竞赛取消' }, token),
  }
  return paying
}
