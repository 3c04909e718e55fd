/** The reminders of a competition: on or off, when each comes next, and who would get it by the end of the platform's day, as things stand. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { endOfDay } from './endOfDay.ts'
import { NAMED_ENTITY, reminderTimers } from './reminderTimers.ts'

/** People of one day by name; the others are counted. */
const NAMED = 20
const MAX = 20_000

export default defineHandler('message.reminders', async ({ competitionId }, context) => {
  const off = new Set((await context.rows.all('message.reminderOff', { competitionId })).map(({ timer }) => timer))
  const until = endOfDay(context.now, context.platform.app.timeZone)
  const list = []
  for (const { id, title, entity } of reminderTimers(context.platform)) {
    const [next] = await context.rows.upcoming(id, { competitionId }, { until: null, max: 1 })
    const today = await context.rows.upcoming(id, { competitionId }, { until, max: MAX })
    const names = await namesOf(entity === NAMED_ENTITY ? today.slice(0, NAMED).map((row) => row.id) : [], context)
    list.push({ id, title: title as { zh: string; en: string }, on: !off.has(id), next: next?.dueAt ?? null, today: today.length, names })
  }
  return { list, total: list.length }
})

async function namesOf(ids: readonly string[], { db }: HandlerContext): Promise<string[]> {
  if (ids.length === 0) return []
  const query = db
    .selectFrom('signup_registration')
    .select('displayName')
    .where('id', 'in', [...ids])
  return (await query.orderBy('id').execute()).map(({ displayName }) => displayName)
}
