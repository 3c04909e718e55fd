/** A competition of a test's own with works that were submitted, their authors, and experts of the pool: all of them can sign in. */
import { inject } from 'vitest'
import type { Account } from '../../harness/openPage.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { copyRow } from '../review/copyRow.ts'
import { onDatabase } from '../road/person.ts'

export interface Person extends Account {
  id: string
  name: string
}
export interface JudgedWorld {
  competitionId: string
  /** Of the works, in their order. */
  authors: Person[]
  works: { id: string; title: string }[]
  experts: Person[]
}

const DESIGN = `c.title->>'en' = 'Young Design Biennial'`
const OF_DESIGN = `c."competitionId" in (select c.id from competition_competition c where ${DESIGN})`
const { password } = readDemoAccount('participant')

interface Wanted {
  title: { zh: string; en: string }
  works: number
  experts: readonly string[]
  /** Works are on show, and people may comment on them. */
  shown?: boolean
}

/** Submission of its works is over. Titles are `Lamp 01` and so on, authors `Wu Yin01`. */
export function createJudgedWorld({ title, works: count, experts: names, shown = false }: Wanted): Promise<JudgedWorld> {
  return onDatabase(async (db) => {
    const past = new Date(Date.now() - 3_600_000)
    const change = {
      title,
      published: true,
      worksStart: new Date(past.getTime() - 86_400_000),
      worksEnd: past,
      worksPublic: shown,
      worksHeldFrom: null,
      worksHeldUntil: null,
      commentRule: 'after',
    }
    const competitionId = await copyRow(db, 'competition_competition', DESIGN, { ...change, taken: 0 })
    const eventId = await copyRow(db, 'competition_event', OF_DESIGN, { competitionId })
    const mark = `${title.en.toLowerCase().replaceAll(/[^a-z]/g, '')}${Date.now().toString(36)}`
    const person = async (userName: string, name: string): Promise<Person> => {
      const facts = { userName, name, email: null, phone: null, nickname: null }
      return { userName, password, name, id: await copyRow(db, 'account_user', `c."userName" = 'student'`, facts) }
    }
    const authors: Person[] = []
    const works: JudgedWorld['works'] = []
    for (let at = 1; at <= count; at++) {
      const number = String(at).padStart(2, '0')
      const author = await person(`${mark}a${number}`, `Wu Yin${number}`)
      const place = { competitionId, eventId, userId: author.id, displayName: author.name, school: `Academy ${number}` }
      const registrationId = await copyRow(db, 'signup_registration', 'c.status = 4', { ...place, inviteCode: null, answers: {} })
      const answers = { title: `Lamp ${number}`, introduction: `A lamp that remembers ${number} evenings.` }
      const content = { ...answers, answers, keywords: null, cover: null, attachments: null, link: null }
      const state = { state: 'submitted', shown, pinned: false, poolState: 0, removedAt: null }
      const source = `${OF_DESIGN} and c.state = 'submitted'`
      works.push({ id: await copyRow(db, 'work_work', source, { ...place, ...content, ...state, registrationId }), title: answers.title })
      authors.push(author)
    }
    const experts: Person[] = []
    for (const [at, name] of names.entries()) {
      const expert = await person(`${mark}e${at}`, name)
      await db.query(`insert into account_grant ("userId", role, scope, "objectId") values ($1, 'account.expert', 'competition', $2)`, [
        expert.id,
        competitionId,
      ])
      experts.push(expert)
    }
    return { competitionId, authors, works, experts }
  })
}

/** Nobody finds it any more. */
export function closeJudgedWorld(world: JudgedWorld | undefined): Promise<unknown> {
  return onDatabase((db) => db.query('update competition_competition set published = false where id = $1', [world?.competitionId]))
}

/** As if `hours` had passed for the rounds of a competition. */
export function letHoursPass({ competitionId }: JudgedWorld, hours: number): Promise<unknown> {
  return onDatabase((db) =>
    db.query(
      `update review_round set "opensAt" = "opensAt" - make_interval(hours => $2), "closesAt" = "closesAt" - make_interval(hours => $2) where "competitionId" = $1`,
      [competitionId, hours],
    ),
  )
}

const sessions = new Map<string, Promise<string>>()

/** A call over HTTP as somebody whose window is not needed. @throws Error when it is refused */
// biome-ignore lint/suspicious/noExplicitAny: what a call gives is read by whoever asks
export async function callAsPerson(person: Person, path: string, input: object): Promise<any> {
  const origin = inject('serverUrl')
  const token = sessions.get(person.userName) ?? signIn(origin, person)
  sessions.set(person.userName, token)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await token}` }
  const reply = await fetch(`${origin}/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const body = (await reply.json()) as { code: number; message?: string; data: unknown }
  if (body.code !== 0) throw new Error(`${path}: ${body.message}`)
  return body.data
}

async function signIn(origin: string, { userName, password: secret }: Person): Promise<string> {
  const body = new URLSearchParams({ account: userName, password: secret })
  const reply = await fetch(`${origin}/api/usercenter/authentication/form`, { method: 'POST', body })
  return ((await reply.json()) as { data: { access_token: string } }).data.access_token
}
