/** The demo with a course of the hackathon, and what tests of training do with it. */
import type { TestServerOptions } from '../../harness/startTestServer.ts'
import { createWorld, HACKATHON, type Reply, type World } from '../roadWorld.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they assert
type Data = any

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const ANSWERS = { fullName: '何新人', phone: '19900001234', school: '楚江大学' }

export interface Person {
  id: string
  token: string
}
export interface TrainingWorld extends World {
  clock: { now: number }
  /** Of the organiser of the hackathon. */
  organiser: string
  competitionId: string
  /** ISO 8601, so many milliseconds from the beginning. */
  at(ms: number): string
  /** A draft with two sessions: in 10 and in 11 days, two hours each. */
  draft(change?: Record<string, unknown>): Promise<string>
  /** The same, published. */
  course(change?: Record<string, unknown>): Promise<string>
  signUp(courseId: string, person: Person): Promise<Reply<Data>>
  state(id: string): Promise<string>
  taken(courseId: string): Promise<number>
  run(handler: string, input?: Record<string, unknown>): Promise<Data>
  /** What happens every minute to rows whose turn it is. */
  minute(): Promise<number>
  /** Templates of the messages to a person, the oldest first. */
  messages(userId: string): Promise<string[]>
}

export async function createTrainingWorld(options: TestServerOptions = {}): Promise<TrainingWorld> {
  const base = Date.now()
  const clock = { now: base }
  const world = await createWorld({ template: 'seeded', clock: () => new Date(clock.now), ...options })
  const { call, rows } = world
  // messages about courses of the demo are sent already
  await rows('UPDATE training_session SET "remindedAt" = now()')
  await rows('UPDATE training_course SET "toldEndAt" = now()')
  const organiser = await world.signIn('organiser 2')
  const competitionId = await world.competition(HACKATHON)
  const at = (ms: number) => new Date(base + ms).toISOString()
  const session = (day: number) => ({
    title: { zh: `第 ${day} 天` },
    startsAt: at(day * DAY),
    endsAt: at(day * DAY + 2 * HOUR),
    place: { zh: '301 教室' },
    liveLink: 'https://live.example/room',
  })
  const caller = () => {
    const visitor = world.server.deps.services.sessions.visitor()
    return { session: visitor, lang: 'zh', request: { id: 'test', ip: '127.0.0.1', headers: {} }, background: true }
  }
  const must = (reply: Reply<Data>) => {
    if (reply.code !== 0) throw new Error(JSON.stringify(reply))
    return reply.data
  }
  const draft: TrainingWorld['draft'] = async (change = {}) => {
    const { id } = must(await call('api/training/createTraining', { competitionId, title: { zh: '赛前培训' } }, organiser))
    const times = { signupStart: at(-HOUR), signupEnd: at(9 * DAY) }
    const answers = { title: { zh: '赛前培训' }, ...times, waitingList: true, fee: 0, sessions: [session(10), session(11)], ...change }
    must(await call('api/training/updateTraining', { id, answers }, organiser))
    return String(id)
  }
  return {
    ...world,
    clock,
    organiser,
    competitionId,
    at,
    draft,
    async course(change) {
      const id = await draft(change)
      must(await call('api/training/publishTraining', { id }, organiser))
      return id
    },
    async signUp(courseId, { token }) {
      const { formHash } = (await call('api/training/selectTrainingDetail', { id: courseId }, token)).data
      return call('api/training/signUp', { courseId, formHash, answers: ANSWERS }, token)
    },
    state: async (id) => (await rows('SELECT state FROM training_enrolment WHERE id = $1', [id]))[0].state,
    taken: async (id) => Number((await rows('SELECT taken FROM training_course WHERE id = $1', [id]))[0].taken),
    run: (handler, input = {}) => world.server.deps.calls.runHandler(handler, input, caller() as never),
    minute: () => world.server.deps.calls.runTimers('minute', caller() as never),
    async messages(userId) {
      const sent = await rows('SELECT template FROM platform_outbox WHERE "userId" = $1 ORDER BY id', [userId])
      return sent.map(({ template }) => template)
    },
  }
}
