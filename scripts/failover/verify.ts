/** What the database holds of what was acknowledged, after the faults. */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../runtime/server/database/openDatabase.ts'
import { verifyLog } from '../../runtime/server/log/verifyLog.ts'
import { primaryUrl } from '../cluster/cluster.ts'
import type { ClusterWorld } from '../cluster/world.ts'
import { KINDS, type Kind, type Written } from './writes.ts'

const SEAL_S = 60

export interface Verdict {
  lost: Record<Kind, number>
  /** Rows beyond the first of a write, and what sums count beyond the rows. */
  doubled: Record<Kind, number>
  entries: number
  breaks: number
}

/** Sums of the moment, to be compared with those after the faults. */
export interface Sums {
  taken: number
  votes: number
}

const ROWS: Record<Kind, [table: string, place: string, entity: string]> = {
  'sign-up': ['signup_registration', 'competitionId', 'signup.registration'],
  vote: ['vote_ballot', 'workId', 'vote.ballot'],
  question: ['question_question', 'competitionId', 'question.question'],
}

export async function readSums({ signUp, vote }: ClusterWorld): Promise<Sums> {
  return asking(async (rows) => {
    const [event] = await rows<{ taken: number }>('SELECT taken FROM competition_event WHERE id = $1', [signUp.eventId])
    const [sum] = await rows<{ votes: number }>(
      `SELECT (coalesce((SELECT sum(delta) FROM vote_change WHERE "workId" = $1), 0)
        + coalesce((SELECT sum(votes) FROM vote_tally WHERE "workId" = $1), 0))::int AS votes`,
      [vote.workId],
    )
    return { taken: event!.taken, votes: sum!.votes }
  })
}

export async function verify(world: ClusterWorld, acknowledged: readonly Written[], before: Sums): Promise<Verdict> {
  const after = await readSums(world)
  const people = world.people.map(({ id }) => id)
  const lost = {} as Verdict['lost']
  const doubled = {} as Verdict['doubled']
  await asking(async (rows) => {
    for (const kind of KINDS) {
      const [table, place, entity] = ROWS[kind]
      const id = kind === 'vote' ? world.vote.workId : world.signUp.competitionId
      const found = await rows<{ id: string; userId: string }>(
        `SELECT id, "userId" FROM ${table} WHERE "${place}" = $1 AND "userId" = ANY($2)`,
        [id, people],
      )
      const stored = new Set(found.map(({ userId }) => userId))
      lost[kind] = acknowledged.filter((one) => one.kind === kind && !stored.has(one.person)).length
      const [logged] = await rows<{ more: number }>(
        `SELECT coalesce(sum(n - 1), 0)::int AS more FROM (SELECT count(*) AS n FROM platform_log WHERE entity = $1 AND "rowId" = ANY($2) AND before IS NULL
         GROUP BY "rowId") each`,
        [entity, found.map((row) => row.id)],
      )
      const counted = { 'sign-up': after.taken - before.taken, vote: after.votes - before.votes, question: found.length }[kind]
      doubled[kind] = found.length - stored.size + logged!.more + Math.abs(counted - found.length)
    }
  })
  return { lost, doubled, ...(await chain()) }
}

/** Once all is sealed. */
async function chain(): Promise<{ entries: number; breaks: number }> {
  const { pool } = openDatabase(primaryUrl(), { size: 2 })
  try {
    for (let second = 0; ; second += 1) {
      const { entries, unsealed, breaks } = await verifyLog(pool)
      if (unsealed === 0 || second >= SEAL_S) return { entries, breaks: breaks.length + unsealed }
      await pause(1_000)
    }
  } finally {
    await pool.end()
  }
}

type Rows = <R>(text: string, values: unknown[]) => Promise<R[]>

async function asking<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
  const { pool } = openDatabase(primaryUrl(), { size: 1 })
  try {
    return await work(async (text, values) => (await pool.query(text, values)).rows)
  } finally {
    await pool.end()
  }
}
