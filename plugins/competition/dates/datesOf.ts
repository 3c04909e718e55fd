/** Dates to come of the competitions of a person: those with a registration that counts, and those followed. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { allTimes, type TimeEntry } from '../allTimes.ts'
import type { Competition } from '../competition.ts'

export interface OwnDate extends TimeEntry {
  competition: Competition
  /** False: only followed. */
  entered: boolean
}

/** Of drafts and of what was refused or withdrawn nothing comes. */
const COUNTS = [0, 1, 2, 3, 4, 6, 7] as const
const MAX_COMPETITIONS = 200

/** The earliest first. */
export async function datesOf(userId: string, context: HandlerContext): Promise<OwnDate[]> {
  const { db, now } = context
  const registrations = db
    .selectFrom('signup_registration')
    .select('competitionId')
    .where('userId', '=', userId)
    .where('status', 'in', COUNTS)
  const [entered, followed] = await Promise.all([
    registrations.execute(),
    db.selectFrom('competition_follow').select('competitionId').where('userId', '=', userId).execute(),
  ])
  const own = new Set(entered.map(({ competitionId }) => competitionId))
  const ids = [...new Set([...own, ...followed.map(({ competitionId }) => competitionId)])].slice(0, MAX_COMPETITIONS)
  if (ids.length === 0) return []
  const published = db.selectFrom('competition_competition').selectAll().where('published', '=', true).where('deletedAt', 'is', null)
  const rows = (await published.where('id', 'in', ids).execute()) as Competition[]
  const lists = await Promise.all(
    rows.map(async (competition) => {
      const times = await allTimes(competition, context)
      return times.map((time) => ({ ...time, competition, entered: own.has(competition.id) }))
    }),
  )
  const today = now.toISOString()
  const upcoming = lists.flat().filter(({ until, kind, id }) => until >= today && !(kind === 'window' && id === 'review'))
  return upcoming.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
