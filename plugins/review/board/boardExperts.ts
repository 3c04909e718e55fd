/** Experts of a round with how far they are: those of its panel, and anyone who reviews in it. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { panelOf } from '../assignment/roundPanel.ts'
import type { Round } from '../round.ts'
import { inConflict } from '../roundMarks.ts'
import { isLate } from './isLate.ts'

export interface BoardExpert {
  userId: string
  name: string
  /** With submitted and abstained ones. */
  assigned: number
  open: number
  submitted: number
  abstained: number
  recused: number
  /** Reviews of works that the expert is in conflict with; the figures above are without them. */
  conflicting: number
  /** Null before anything was done. */
  lastActivity: string | null
  remindedAt: string | null
  late: boolean
}

/** By name. */
export async function boardExperts(round: Round, context: HandlerContext): Promise<BoardExpert[]> {
  const [rows, drafts, names, panel] = [
    Map.groupBy(await rowsOf(round, context), ({ userId }) => userId),
    await draftsOf(round, context),
    await namesOf(round, context),
    await panelOf(round, context),
  ]
  const ids = new Set([...panel.map(({ userId }) => userId), ...rows.keys()])
  const experts = [...ids].map((userId) => {
    const all = rows.get(userId) ?? []
    const own = all.filter(({ conflict }) => !conflict)
    const count = (state: string) => own.filter((row) => row.state === state).length
    const [open, submitted, abstained] = [count('assigned'), count('submitted'), count('abstained')]
    const acts = all.flatMap(({ state, submittedAt, updatedAt }) => [submittedAt, state === 'recused' ? updatedAt : null])
    return {
      userId,
      name: names.get(userId) ?? all[0]?.name ?? '',
      assigned: open + submitted + abstained,
      ...{ open, submitted, abstained, recused: all.filter(({ state }) => state === 'recused').length },
      conflicting: all.filter(({ conflict, state }) => conflict && state === 'submitted').length,
      lastActivity: latest([...acts, drafts.get(userId) ?? null]),
      remindedAt: latest(all.map(({ remindedAt }) => remindedAt)),
      late: isLate({ open, done: submitted + abstained }, round, context.now),
    }
  })
  return experts.sort((one, other) => one.name.localeCompare(other.name) || Number(one.userId) - Number(other.userId))
}

function rowsOf({ id }: Round, { db }: HandlerContext) {
  return db
    .selectFrom('review_assignment as a')
    .innerJoin('account_user as u', 'u.id', 'a.userId')
    .select(['a.userId', 'a.state', 'a.submittedAt', 'a.updatedAt', 'a.remindedAt', 'u.name'])
    .select(inConflict('a').as('conflict'))
    .where('a.roundId', '=', id)
    .orderBy('a.id')
    .execute()
}

/** When someone last saved a review that is only begun. */
async function draftsOf({ id }: Round, { db }: HandlerContext): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('review_assignment as a')
    .innerJoin('platform_draft as d', (join) =>
      join.onRef('d.ownerId', '=', 'a.userId').on(sql<boolean>`d."key" = 'review:' || a."id"::text`),
    )
    .select(['a.userId', ({ fn }) => fn.max('d.savedAt').as('savedAt')])
    .where('a.roundId', '=', id)
    .groupBy('a.userId')
    .execute()
  return new Map(rows.map(({ userId, savedAt }) => [userId, savedAt]))
}

async function namesOf({ competitionId }: Round, { db }: HandlerContext): Promise<Map<string, string>> {
  const rows = await db.selectFrom('review_expert').select(['userId', 'name']).where('competitionId', '=', competitionId).execute()
  return new Map(rows.map(({ userId, name }) => [userId, name]))
}

function latest(instants: readonly (string | null)[]): string | null {
  const times = instants.flatMap((moment) => (moment === null ? [] : [new Date(moment).getTime()]))
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
}
