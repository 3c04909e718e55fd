/** Competitions of the demo with their covers, events, schedule, news and published forms. */
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { covers } from '../../plugins/demo/covers.ts'
import { newsStatus } from '../../plugins/generated/enums.ts'
import type { StoredFile } from '../../runtime/core/contracts.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { type DemoCompetition, demoForm, moment, readDemo, scheduled } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

const COVER_QUALITY = 84
/** Of 0 to 6. The usual 4 takes longer for a twentieth of the size. */
export const COVER_EFFORT = 2

export interface SeededCompetition {
  key: string
  id: string
  organisationId: string
  form: string | null
  formHash: string | null
  workFormHash: string | null
  nameField: string | null
  schoolField: string | null
  /** Event ids by key. */
  events: ReadonlyMap<string, string>
  /** Keys of events whose capacity is what the registrations take. */
  fullEvents: readonly string[]
}
interface Setting {
  organisations: ReadonlyMap<string, string>
  authorId: string | null
}

/** Inserts all competitions, in the order of the data. */
export async function insertCompetitions(deps: ServerDeps, scope: SeedScope, setting: Setting): Promise<SeededCompetition[]> {
  const { competitions } = readDemo<{ competitions: DemoCompetition[] }>('competitions.json')
  const seeded: SeededCompetition[] = []
  const pictures = await Promise.all(competitions.map(({ cover }) => paintCover(cover)))
  for (const [at, competition] of competitions.entries())
    seeded.push(await insertCompetition(deps, scope, { ...setting, competition, picture: pictures[at]! }))
  return seeded
}

async function insertCompetition(
  deps: ServerDeps,
  scope: SeedScope,
  { organisations, authorId, competition, picture }: Setting & { competition: DemoCompetition; picture: Buffer },
): Promise<SeededCompetition> {
  const organisationId = organisations.get(competition.organisation)
  if (!organisationId) throw new Error(`competition ${competition.key}: no organisation "${competition.organisation}"`)
  const owned: SeedScope = { ...scope, session: { ...scope.session, userId: authorId } }
  const cover = await storeCover(deps, owned, { cover: competition.cover, bytes: picture })
  const formHash = competition.form ? await publishForm(deps, owned, competition.form) : null
  const workFormHash = competition.workForm ? await publishForm(deps, owned, competition.workForm) : null
  const values = { ...row(competition, scope.now), organisationId, cover: JSON.stringify({ ...cover, ownerId: null }) }
  const { id } = await scope.db.insertInto('competition_competition').values(values).returning('id').executeTakeFirstOrThrow()
  await deps.services.files.claim(owned, 'competition.competition', id, cover)
  const events = await insertEvents(scope, id, competition)
  if (competition.payment)
    await scope.db
      .insertInto('pay_setting')
      .values({ ...competition.payment, competitionId: id, enabled: true })
      .execute()
  await insertStory(scope, id, competition)
  const { key, form, nameField = null, schoolField = null } = competition
  const fullEvents = competition.events.filter(({ capacity }) => capacity === 'full').map((event) => event.key)
  return { key, id, organisationId, form, formHash, workFormHash, nameField, schoolField, events, fullEvents }
}

function row(
  {
    key: _key,
    organisation: _organisation,
    events: _events,
    milestones: _milestones,
    news: _news,
    payment: _payment,
    form,
    workForm,
    ...facts
  }: DemoCompetition,
  now: Date,
) {
  const at = (days: number | null) => (days === null ? null : scheduled(now, days))
  const { signupStart, signupEnd, editEnd, competitionStart, competitionEnd, worksStart, worksEnd, resultDate } = facts
  return {
    ...facts,
    formId: form,
    workFormId: workForm ?? null,
    published: facts.published ?? true,
    contactPhone: '400-010-8830',
    contactEmail: 'service@agon.example',
    signupStart: at(signupStart),
    signupEnd: at(signupEnd),
    editEnd: at(editEnd),
    competitionStart: at(competitionStart),
    competitionEnd: at(competitionEnd),
    worksStart: at(worksStart),
    worksEnd: at(worksEnd),
    resultDate: at(resultDate),
  }
}

async function insertEvents({ db, now }: SeedScope, competitionId: string, competition: DemoCompetition): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [position, { key, capacity, startsAt, endsAt, ...event }] of competition.events.entries()) {
    const values = {
      ...event,
      competitionId,
      position,
      capacity: capacity === 'full' ? null : capacity,
      startsAt: scheduled(now, startsAt),
      endsAt: scheduled(now, endsAt),
    }
    const { id } = await db.insertInto('competition_event').values(values).returning('id').executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}

async function insertStory({ db, now }: SeedScope, competitionId: string, { milestones, news }: DemoCompetition): Promise<void> {
  for (const { at, until, ...milestone } of milestones) {
    await db
      .insertInto('competition_milestone')
      .values({ ...milestone, competitionId, at: scheduled(now, at), until: scheduled(now, until) })
      .execute()
  }
  for (const { at, ...item } of news)
    await db
      .insertInto('competition_news')
      .values({ ...item, competitionId, status: newsStatus.published, publishedAt: moment(now, at) })
      .execute()
}

/** @param cover name of a cover in `plugins/demo/covers.ts`; after a colon, by how many degrees its colours are turned */
export async function paintCover(cover: string): Promise<Buffer> {
  const [name = '', hue = '0'] = cover.split(':')
  const draw = covers[name]
  if (!draw) throw new Error(`no cover "${name}"`)
  const picture = sharp(Buffer.from(draw()))
  return (hue === '0' ? picture : picture.modulate({ hue: Number(hue) })).webp({ quality: COVER_QUALITY, effort: COVER_EFFORT }).toBuffer()
}

export function storeCover(deps: ServerDeps, scope: SeedScope, { cover, bytes }: { cover: string; bytes: Buffer }): Promise<StoredFile> {
  return deps.services.files.bind(scope).store(Readable.from(bytes), { name: `${cover.split(':')[0]}.webp`, purpose: 'cover' })
}

/** @returns the hash of the published version */
async function publishForm(deps: ServerDeps, scope: SeedScope, id: string): Promise<string> {
  const documentStore = deps.services.documentStore.bind(scope)
  await documentStore.saveDraft('form', id, demoForm(id) ?? { ...deps.platform().get('form', 'competition.starter'), id })
  return (await documentStore.publish('form', id)).hash
}
