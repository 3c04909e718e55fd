/** Notes a visit of the desk. Opening it again within a visit keeps what it tells: news are those since the visit before. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { MS_PER_DAY, MS_PER_MINUTE } from '../../runtime/core/time.ts'

const VISIT_MS = 30 * MS_PER_MINUTE
const FIRST_DAYS = 7
/** News of longer ago are not counted: the person looks at the lists. */
const MAX_DAYS = 30

export default defineHandler('shell.visitDesk', async (_input, { rows, session, now }) => {
  const userId = session.userId!
  const visit = await rows.find('shell.deskVisit', { userId }, { lock: true })
  const before = visit === null ? daysAgo(FIRST_DAYS, now) : isOver(visit.openedAt, now) ? visit.openedAt : visit.since
  const earliest = daysAgo(MAX_DAYS, now)
  const since = before < earliest ? earliest : before
  await rows.put('shell.deskVisit', ['userId'], { userId, openedAt: now.toISOString(), since })
  return { since }
})

function isOver(openedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(openedAt) > VISIT_MS
}

function daysAgo(days: number, now: Date): string {
  return new Date(now.getTime() - days * MS_PER_DAY).toISOString()
}
