/** Works of the demo: submitted by approved registrations of the competitions that have a form of works. Some are public, a few pinned. */
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { type Answers, designWork } from '../../plugins/demo/answers.ts'
import { covers } from '../../plugins/demo/covers.ts'
import { createRandom, type Random } from '../../plugins/demo/random.ts'
import { signupStatus } from '../../plugins/generated/enums.ts'
import { workParts } from '../../plugins/work/workParts.ts'
import type { StoredFile } from '../../runtime/core/contracts.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { COVER_EFFORT, type SeededCompetition } from './competitions.ts'
import { moment } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

const SEED = 20_261_123
const COVER = { width: 960, height: 540, quality: 80 }
/** Degrees. */
const HUE_STEP = 47
const PINNED = 3
const DAYS = 9

/** Covers are painted once and stored for each work: a file belongs to one row. */
export async function insertWorks(deps: ServerDeps, scope: SeedScope, competitions: readonly SeededCompetition[]): Promise<void> {
  const random = createRandom(SEED)
  const pictures = await paintCovers()
  for (const competition of competitions.filter(({ workFormHash }) => workFormHash !== null)) {
    const entrants = await approved(scope, competition.id)
    for (const [at, entrant] of entrants.entries()) await insertWork(deps, scope, { random, pictures, competition, entrant, at })
  }
}

interface Entrant {
  id: string
  userId: string
  eventId: string
  displayName: string
  school: string | null
}
async function approved({ db }: SeedScope, competitionId: string): Promise<Entrant[]> {
  const query = db.selectFrom('signup_registration').select(['id', 'userId', 'eventId', 'displayName', 'school'])
  const rows = query.where('competitionId', '=', competitionId).where('status', '=', signupStatus.registered)
  return (await rows.orderBy('id').execute()) as Entrant[]
}

interface Place {
  random: Random
  pictures: readonly Buffer[]
  competition: SeededCompetition
  entrant: Entrant
  at: number
}
async function insertWork(deps: ServerDeps, scope: SeedScope, { random, pictures, competition, entrant, at }: Place): Promise<void> {
  const owned: SeedScope = { ...scope, session: { ...scope.session, userId: entrant.userId } }
  const store = (name: string): Promise<StoredFile> =>
    deps.services.files.bind(owned).store(Readable.from(random.pick(pictures)), { name, purpose: 'answer' })
  const cover = await store('cover.webp')
  const given: Answers = {
    ...designWork({ random, today: scope.now.toISOString().slice(0, 10) }),
    cover: [cover],
    attachments: [await store('board.webp')],
  }
  const form = { hash: competition.workFormHash! }
  const { answers } = await deps.services.forms.bind(owned, null).submit(form, given)
  const shown = random.chance(0.75)
  const values = {
    competitionId: competition.id,
    organisationId: competition.organisationId,
    registrationId: entrant.id,
    eventId: entrant.eventId,
    userId: entrant.userId,
    displayName: entrant.displayName,
    school: entrant.school,
    state: 'submitted',
    formHash: form.hash,
    answers: JSON.stringify(answers),
    ...workParts(answers),
    shown,
    pinned: shown && at < PINNED,
    downloadable: shown && random.chance(0.5),
    submittedAt: moment(scope.now, -random.next() * DAYS),
  }
  const { id } = await scope.db.insertInto('work_work').values(values).returning('id').executeTakeFirstOrThrow()
  await deps.services.files.claim(owned, 'work.work', String(id), answers)
}

/** Each in its own colours, so that none looks like a competition's cover. */
function paintCovers(): Promise<Buffer[]> {
  const { width, height, quality } = COVER
  const drawn = Object.values(covers).map((draw) => Buffer.from(draw()))
  return Promise.all(
    drawn.map((svg, at) =>
      sharp(svg)
        .resize(width, height, { fit: 'cover' })
        .modulate({ hue: (at * HUE_STEP) % 360 })
        .webp({ quality, effort: COVER_EFFORT })
        .toBuffer(),
    ),
  )
}
