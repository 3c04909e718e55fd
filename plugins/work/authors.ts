/** Works as their authors see them: who handed one in changes it, the members of a team look at what their captain submitted. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { signupStatus, workPoolState } from '../generated/enums.ts'
import { ownTeams } from '../team/ownTeams.ts'

export interface AuthoredWork {
  id: string
  competitionId: string
  competition: LocalText
  registrationId: string
  eventId: string
  event: LocalText
  state: string
  title: string
  introduction: string | null
  keywords: string | null
  cover: StoredFile | null
  attachments: StoredFile[] | null
  link: string | null
  displayName: string
  school: string | null
  shown: boolean
  /** Visitors see it. */
  public: boolean
  /** Handed in by the asker. */
  mine: boolean
  /** By the asker, now. */
  editable: boolean
  submittedAt: string
  revision: number
  worksStart: string | null
  worksEnd: string | null
  formHash: string
  now: string
}

const COLUMNS = [
  'w.id',
  'w.competitionId',
  'c.title as competition',
  'w.registrationId',
  'w.eventId',
  'e.title as event',
  'w.state',
  'w.title',
  'w.introduction',
  'w.keywords',
  'w.cover',
  'w.attachments',
  'w.link',
  'w.displayName',
  'w.school',
  'w.shown',
  'w.submittedAt',
  'w.revision',
  'c.worksStart',
  'c.worksEnd',
  'w.formHash',
  'w.userId',
  'c.worksPublic',
  'c.worksHeldFrom',
  'c.worksHeldUntil',
  'w.poolState',
  'r.status',
] as const

/** Works that the asker submitted, or that a team they are a member of has, newest first. */
export async function authoredWorks(
  which: { id: string } | { registrationId: string },
  { db, session, now }: Pick<HandlerContext, 'db' | 'session' | 'now'>,
): Promise<AuthoredWork[]> {
  if (session.userId === null) return []
  const teams = ownTeams(session.userId, { db })
  const rows = await db
    .selectFrom('work_work as w')
    .innerJoin('competition_competition as c', 'c.id', 'w.competitionId')
    .innerJoin('competition_event as e', 'e.id', 'w.eventId')
    .innerJoin('signup_registration as r', 'r.id', 'w.registrationId')
    .select(COLUMNS)
    .where('id' in which ? 'w.id' : 'w.registrationId', '=', 'id' in which ? which.id : which.registrationId)
    .where('w.removedAt', 'is', null)
    .where((where) => where.or([where('w.userId', '=', session.userId), where('w.registrationId', 'in', teams)]))
    .orderBy('w.submittedAt', 'desc')
    .orderBy('w.id', 'desc')
    .execute()
  return rows.map((row) => described(row, session.userId!, now))
}

/** @throws NOT_FOUND for a work of others */
export async function authoredWork(id: string, context: HandlerContext): Promise<AuthoredWork> {
  const [work] = await authoredWorks({ id }, context)
  return work ?? context.fail('NOT_FOUND', { entity: 'work.work', id })
}

/** As `authoredWork`, only for the person who submitted it. */
export async function ownWork(id: string, context: HandlerContext): Promise<AuthoredWork> {
  const work = await authoredWork(id, context)
  return work.mine ? work : context.fail('NOT_FOUND', { entity: 'work.work', id })
}

type Row = Record<string, unknown>

function described(
  { userId, worksPublic, worksHeldFrom, worksHeldUntil, poolState, status, ...row }: Row,
  asker: string,
  now: Date,
): AuthoredWork {
  const isoOf = (at: unknown) => (at === null ? null : new Date(at as string).toISOString())
  const [worksStart, worksEnd] = [isoOf(row.worksStart), isoOf(row.worksEnd)]
  const moment = now.toISOString()
  const mine = userId === asker
  const [heldFrom, heldUntil] = [isoOf(worksHeldFrom), isoOf(worksHeldUntil)]
  const isHeld = heldFrom !== null && heldUntil !== null && moment >= heldFrom && moment <= heldUntil
  const isAccepted = row.shown === true && row.state === 'submitted' && poolState !== workPoolState.rejected
  const isRegistered = status === signupStatus.registered
  const isOpen = worksStart !== null && worksEnd !== null && moment >= worksStart && moment <= worksEnd
  return {
    ...(row as unknown as AuthoredWork),
    submittedAt: isoOf(row.submittedAt)!,
    worksStart,
    worksEnd,
    mine,
    editable: mine && isOpen && isRegistered,
    public: isAccepted && worksPublic === true && !isHeld && isRegistered,
    now: moment,
  }
}
