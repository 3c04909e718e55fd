/** Works whose authors can be told by many things, a round over them, and experts: shared by the tests of the expert's desk. */
import { Readable } from 'node:stream'
import type { StoredFile } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { createWorld, DESIGN, serverScope, type World } from '../roadWorld.ts'
import { telltaleDocx, telltaleJpeg, telltalePdf } from './telltaleFiles.ts'

export interface Expert {
  id: string
  token: string
}
export interface ReviewWorld extends World {
  competitionId: string
  organisationId: string
  /** Moves the clock of the server; null: the real one. */
  at(moment: string | null): void
  expert(): Promise<Expert>
  /** A round of the competition that is open from 2027-05-01 to 2027-05-10, UTC. */
  round(change?: Record<string, unknown>): Promise<string>
  /** A work of an author whom everything about it tells. */
  work(change?: Partial<WorkFacts>): Promise<Work>
  assign(roundId: string, workId: string, userId: string, number?: number): Promise<string>
}
export interface Work {
  id: string
  registrationId: string
  userId: string
  /** Of its author. */
  token: string
  files: StoredFile[]
}
interface WorkFacts {
  title: string
  introduction: string
  link: string | null
  files: StoredFile[]
}

export const NAME = '欧阳泄底'
export const SCHOOL = '泄底理工大学'
export const PHONE = '13900007777'
export const OPENS = '2027-05-01T00:00:00.000Z'
export const WITHIN = '2027-05-02T00:00:00.000Z'
export const CLOSES = '2027-05-10T00:00:00.000Z'

export const SHEET: FormDocument = {
  id: 'review.fixtureSheet',
  title: { zh: '评分表', en: 'Sheet' },
  schema: {
    type: 'object',
    required: ['quality'],
    properties: {
      quality: { type: 'integer', title: { zh: '作品质量', en: 'Quality' }, 'x-widget': 'number', minimum: 0, maximum: 100 },
      comment: { type: 'string', title: { zh: '评语', en: 'Comment' }, 'x-widget': 'textarea', maxLength: 500 },
    },
  },
} as unknown as FormDocument

export async function createReviewWorld(options: { overlays?: string[] } = {}): Promise<ReviewWorld> {
  let now: Date | null = new Date(WITHIN)
  const world = await createWorld({ template: 'seeded', clock: () => now ?? new Date(), ...options })
  const competitionId = await world.competition(DESIGN)
  const [{ organisationId }] = await world.rows('SELECT "organisationId"::text FROM competition_competition WHERE id = $1', [competitionId])
  const scope = serverScope(world, world.server.deps.db)
  const documentStore = world.server.deps.services.documentStore.bind({ ...scope, now: new Date() })
  await documentStore.saveDraft('form', SHEET.id, SHEET)
  await documentStore.publish('form', SHEET.id)
  const one = async (sql: string, values: unknown[]) => String((await world.rows(sql, values))[0].id)
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row).map((name) => `"${name}"`)
    const places = names.map((_, at) => `$${at + 1}`)
    const values = Object.values(row).map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value))
    return one(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING id`, values)
  }
  let count = 0
  return {
    ...world,
    competitionId,
    organisationId,
    at(moment) {
      now = moment === null ? null : new Date(moment)
    },
    async expert() {
      const { id, token } = await world.newcomer()
      await insert('review_expert', {
        competitionId,
        organisationId,
        userId: id,
        name: '评审甲',
        state: 'accepted',
        maxLoad: 100,
        invitedAt: WITHIN,
      })
      return { id, token }
    },
    round: (change = {}) =>
      insert('review_round', {
        ...{ competitionId, organisationId, title: { zh: '初评', en: 'First round' }, opensAt: OPENS, closesAt: CLOSES },
        ...{ graceMinutes: 30, sheetId: SHEET.id, ...change },
      }),
    async work(change = {}) {
      count += 1
      const { id: userId, token } = await world.newcomer()
      await world.rows('UPDATE account_user SET name = $2, phone = $3 WHERE id = $1', [
        userId,
        NAME,
        `${PHONE.slice(0, -4)}${1000 + count}`,
      ])
      const registrationId = await one(
        `INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", school, "agreedAt", "submittedAt")
         SELECT "competitionId", "eventId", "organisationId", $2, 4, "formHash", answers, $3, $4, "agreedAt", "submittedAt"
         FROM signup_registration WHERE "competitionId" = $1 AND status = 4 ORDER BY id LIMIT 1 RETURNING id`,
        [competitionId, userId, NAME, SCHOOL],
      )
      const files = change.files ?? (await telltaleFiles(world, userId))
      const facts = {
        title: `${NAME}的椅子`,
        introduction: `我是${SCHOOL}的${NAME}，电话 ${PHONE}。`,
        link: 'https://video.example/w1',
        ...change,
      }
      const [{ formHash }] = await world.rows('SELECT "formHash" FROM work_work WHERE "competitionId" = $1 ORDER BY id LIMIT 1', [
        competitionId,
      ])
      const { title, introduction, link } = facts
      const answers = { title, introduction, keywords: '家具', attachments: files, ...(link === null ? {} : { link }) }
      const id = await one(
        `INSERT INTO work_work ("competitionId", "eventId", "organisationId", "registrationId", "userId", state, "formHash", answers, title, introduction,
           keywords, attachments, link, "displayName", school, shown, "submittedAt")
         SELECT "competitionId", "eventId", "organisationId", id, "userId", 'submitted', $2, $3, $4, $5, '家具', $6, $7, "displayName", school, true, now()
         FROM signup_registration WHERE id = $1 RETURNING id`,
        [registrationId, formHash, JSON.stringify(answers), title, introduction, JSON.stringify(files), link],
      )
      await world.rows(`UPDATE platform_file SET entity = 'work.work', "rowId" = $2 WHERE key = ANY($1)`, [
        files.map((file) => file.id),
        id,
      ])
      return { id, registrationId, userId, token, files }
    },
    assign: (roundId, workId, userId, number = 17) =>
      insert('review_assignment', { roundId, competitionId, organisationId, workId, userId, number, state: 'assigned', source: 'hand' }),
  }
}

/** One of each kind that can be made anonymous. */
async function telltaleFiles(world: World, userId: string): Promise<StoredFile[]> {
  const made = [
    { name: `${NAME}-方案.pdf`, bytes: await telltalePdf(NAME, SCHOOL) },
    { name: `${NAME}-说明.docx`, bytes: telltaleDocx(NAME, SCHOOL) },
    { name: `${SCHOOL}.jpg`, bytes: await telltaleJpeg(NAME, SCHOOL) },
  ]
  return Promise.all(made.map(({ name, bytes }) => storeFile(world, userId, name, bytes)))
}

export function storeFile(world: World, userId: string, name: string, bytes: Uint8Array): Promise<StoredFile> {
  const scope = serverScope(world, world.server.deps.db)
  const files = world.server.deps.services.files.bind({ ...scope, session: { ...scope.session, userId } })
  return files.store(Readable.from(Buffer.from(bytes)), { name, purpose: 'answer' })
}
